import Foundation
import Support
import Testing

/// Tests `Scripts/install`, as `make install` calls it.
@Suite struct InstallTests {
  private let home: TemporaryFolder
  private let shell: Support.Program

  init() throws {
    home = try TemporaryFolder()
    var shell = try Program(home: home)
    shell.executable = "/bin/sh"
    self.shell = shell
  }

  private func install(_ from: String) throws {
    let answer = try shell.run(["\(Repository.path)/Scripts/install", from, home.file("usr")])
    #expect(answer == Answer())
  }

  private func files() throws -> [String] {
    let all = FileManager.default.enumerator(atPath: home.file("usr"))?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      let path = home.file("usr/\(name)")
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  @Test func `every file is installed, and uninstall removes them all`() throws {
    try FileManager.default.createDirectory(
      atPath: home.file("usr/bin"), withIntermediateDirectories: true)
    try home.write("not ours", to: "usr/bin/other")
    try install(URL(fileURLWithPath: Program.built).deletingLastPathComponent().path)
    #expect(
      try files().filter { $0 != "bin/profilectl-picture" } == [
        "bin/other",
        "bin/profilectl",
        "share/bash-completion/completions/profilectl",
        "share/doc/profilectl/LICENSE",
        "share/doc/profilectl/NOTICE",
        "share/fish/vendor_completions.d/profilectl.fish",
        "share/man/man1/profilectl.1",
        "share/zsh/site-functions/_profilectl",
      ])
    let installed = try Program(home: home)
    let fish = try installed.run("completions", "fish").stdout
    #expect(
      try String(
        contentsOfFile: home.file("usr/share/fish/vendor_completions.d/profilectl.fish"),
        encoding: .utf8) == fish)
    try install("--remove")
    #expect(try files() == ["bin/other"])
    try install("--remove")
  }
}
