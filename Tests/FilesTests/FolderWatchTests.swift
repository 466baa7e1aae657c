import Foundation
import Support
import Testing

@testable import Files

/// Tests the watch of folders.
@Suite struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let watch: FolderWatch

  init() throws {
    folder = try TemporaryFolder()
    watch = try #require(FolderWatch())
    watch.add(folder.path)
  }

  @Test func `new, renamed and removed files are found`() throws {
    #expect(!watch.drain())
    try folder.write("words", to: "one")
    #expect(watch.drain())
    #expect(!watch.drain())
    try Folder.rename(folder.file("one"), to: folder.file("two"))
    #expect(watch.drain())
    Folder.removeAll(folder.file("two"))
    #expect(watch.drain())
  }

  @Test func `files of a folder within are found once it is watched`() throws {
    try Folder.make(folder.file("ab"))
    #expect(watch.drain())
    try folder.write("words", to: "ab/one")
    #expect(!watch.drain())
    watch.add(folder.file("ab"))
    watch.add(folder.file("missing"))
    try folder.write("other words", to: "ab/one")
    #expect(watch.drain())
  }
}
