import Support
import Testing

/// Tests that the model of the disk drops unsynced names.
@Suite struct DiskTests {
  private static func names(on disk: Disk) -> [String] {
    var generator = SeededGenerator(seed: 1)
    return disk.files(after: .nothing, using: &generator).keys.sorted()
  }

  @Test func `the sync of a folder keeps only the names directly in it`() {
    var disk = Disk()
    disk.hold([], in: 1, named: "/home/old")
    disk.apply(.name(file: 2, path: "/home/new"))
    disk.apply(.name(file: 3, path: "/home/scratch/new"))
    disk.apply(.unlink(path: "/home/old"))
    disk.apply(.syncFolder(path: "/home/scratch"))
    #expect(Self.names(on: disk) == ["/home/old", "/home/scratch/new"])
    disk.apply(.syncFolder(path: "/home"))
    #expect(Self.names(on: disk) == ["/home/new", "/home/scratch/new"])
  }

  @Test func `a file moved to another folder keeps its old name until that folder is synced`() {
    var disk = Disk()
    disk.hold([], in: 1, named: "/home/scratch/new")
    disk.apply(.rename(from: "/home/scratch/new", to: "/home/new"))
    disk.apply(.syncFolder(path: "/home/scratch"))
    #expect(Self.names(on: disk) == ["/home/scratch/new"])
    disk.apply(.syncFolder(path: "/home"))
    #expect(Self.names(on: disk).contains("/home/new"))
    disk.apply(.syncFolder(path: "/home/scratch"))
    #expect(Self.names(on: disk) == ["/home/new"])
  }
}
