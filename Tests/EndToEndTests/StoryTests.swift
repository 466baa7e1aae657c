import Support
import Testing

@Suite struct StoryTests {
  @Test(arguments: Transcript.all(in: "Stories"))
  func `every answer of a story is as written`(story: Transcript) throws {
    try story.check()
  }
}
