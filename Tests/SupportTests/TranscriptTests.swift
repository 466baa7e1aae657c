import Foundation
import Support
import Synchronization
import Testing

/// Tests `Transcript` with a small script instead of `profilectl`.
@Suite struct TranscriptTests {
  @Test(arguments: Transcript.all(in: "Stories"))
  func `every answer in a story is compared`(_ story: Transcript) throws {
    try story.check(with: scriptedProgram())
  }

  @Test func `a wrong story is reported with its different lines`() throws {
    let folder = try TemporaryFolder()
    let story = try folder.write("$ profilectl say yes\nno\n", to: "story.txt")
    let shown = Mutex("")
    try withKnownIssue {
      try Transcript(path: story).check(with: scriptedProgram())
    } matching: { issue in
      shown.withLock { $0 = "\(issue)" }
      return true
    }
    #expect(shown.withLock { $0.contains("-no\n+yes") })
  }

  @Test func `a story that runs another program is refused`() throws {
    let story = try TemporaryFolder()
    let path = try story.write("$ rm -rf x\n", to: "story.txt")
    #expect(throws: HarnessError.self) { try Transcript(path: path).check(with: scriptedProgram()) }
  }

  private func scriptedProgram() throws -> Program {
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
      """, to: "scripted")
    return program
  }
}
