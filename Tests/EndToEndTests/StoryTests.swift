import Support
import Testing

@Suite struct StoryTests {
  @Test(arguments: Transcript.all(in: "Stories"))
  func `a story goes as it is written`(story: Transcript) throws {
    try story.check()
  }
}
