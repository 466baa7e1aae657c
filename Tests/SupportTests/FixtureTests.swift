import Foundation
import Support
import Testing

@Suite struct FixtureTests {
  @Test func `the last reference removes a temporary folder, even a locked one`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try folder?.write("x", to: "file")
    chmod(path, 0o500)
    #expect(FileManager.default.fileExists(atPath: path))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `the end of the process removes a temporary folder that is still referenced`()
    async throws
  {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let folder = try TemporaryFolder()
      try folder.write("x", to: "file")
      print(folder.path)
      withExtendedLifetime(folder) { exit(0) }
    }
    let said = String(decoding: result.standardOutputContent, as: UTF8.self)
    let path = try #require(said.split(separator: "\n").first { $0.contains("profilectl-test") })
    #expect(!FileManager.default.fileExists(atPath: String(path)))
  }

  /// The first numbers that the published algorithm gives for seed 1234567.
  @Test func `a seed decides the numbers`() {
    var generator = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test func `the repository is found`() {
    #expect(FileManager.default.fileExists(atPath: "\(Repository.path)/Package.swift"))
  }

  @Test func `the program was built beside the tests`() {
    #expect(FileManager.default.isExecutableFile(atPath: Program.built))
  }
}
