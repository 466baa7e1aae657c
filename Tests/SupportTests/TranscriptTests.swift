import Foundation
import Support
import Synchronization
import Testing

/// `Transcript` with a small script in the place of `profilectl`.
@Suite struct TranscriptTests {
  @Test(arguments: Transcript.all(in: "Stories"))
  func `a story holds`(_ story: Transcript) throws {
    try story.check(with: teller())
  }

  @Test func `a story that is not so is shown line by line`() throws {
    let folder = try TemporaryFolder()
    let story = try folder.write("$ profilectl say yes\nno\n", to: "story.txt")
    let shown = Mutex("")
    try withKnownIssue {
      try Transcript(path: story).check(with: teller())
    } matching: { issue in
      shown.withLock { $0 = "\(issue)" }
      return true
    }
    #expect(shown.withLock { $0.contains("-no\n+yes") })
  }

  @Test func `a story knows no other programs`() throws {
    let story = try TemporaryFolder()
    let path = try story.write("$ rm -rf x\n", to: "story.txt")
    #expect(throws: Unanswered.self) { try Transcript(path: path).check(with: teller()) }
  }

  private func teller() throws -> Program {
    var program = try Program()
    program.executable = try program.home.writeScript(
      """
      case $1 in
      say) shift; printf '%s\\n' "$@" ;;
      cat) shift; cat "$@" ;;
      open) printf 'left open' ;;
      env) printf '%s\\n' "$PROFILECTL_USER" ;;
      fail) echo "Error: no." >&2; echo >&2; exit "$2" ;;
      esac
      """, to: "teller")
    return program
  }
}
