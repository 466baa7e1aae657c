import Support
import Testing

@Suite struct StoryTests {
  @Test(arguments: Transcript.all(in: "Stories"))
  func `every answer of a story is as written`(story: Transcript) throws {
    try story.check()
  }

  /// Those about files, and those that show cursors, numbers after a rehearsal, or moments of an
  /// engine.
  private static let ofFiles: Set = [
    "file", "care", "doctor", "explain", "seed", "conversation", "exchange", "likes", "lists",
    "next-steps", "people", "posts", "reading", "scripts",
  ]

  @Test(
    .enabled(if: PostgresServer.shared != nil && !Golden.isRecording),
    arguments: Transcript.all(in: "Stories").filter { !ofFiles.contains($0.testDescription) })
  func `stories are the same on a server`(story: Transcript) throws {
    let server = try #require(PostgresServer.shared)
    let url = try server.newDatabase()
    defer { server.drop(url) }
    let program = try Program(database: url)
    try program.succeed("init")
    try server.distribute(url)
    try story.check(with: program)
  }
}
