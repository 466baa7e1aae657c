import CommandLine
import Testing

/// Tests changes of typed words.
@Suite struct FixTests {
  @Test(arguments: [
    (
      ["reply", "1", "--", "--wait=a minute"], ["reply", "1", "--wait=60", "--", "--wait=a minute"]
    ),
    (
      ["reply", "1", "--wait", "2", "--", "--wait", "a"],
      ["reply", "1", "--wait=60", "--", "--wait", "a"]
    ),
    (["users", "--wait=1", "ann"], ["users", "ann", "--wait=60"]),
    (["users"], ["users", "--wait=60"]),
  ])
  func `an option is changed before the words that are taken as they are`(
    typed: [String], fixed: [String]
  ) {
    #expect(Fix.addOption("--wait", value: "60").applied(to: typed) == fixed)
  }

  @Test func `an option is removed before the words that are taken as they are`() {
    let typed = ["search", "--after=x", "--after", "y", "--", "--after", "dark"]
    #expect(
      Fix.removeOption("--after").applied(to: typed) == ["search", "--", "--after", "dark"])
  }
}
