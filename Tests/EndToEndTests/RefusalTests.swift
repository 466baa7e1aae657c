import Support
import Testing

/// Tests the checks of `Refusal.expect`.
@Suite struct RefusalTests {
  @Test(arguments: [
    (#"profilectl "$@"; exit 0"#, "status → 67"), (#"echo; profilectl "$@""#, ".stdout"),
    (#"profilectl "$@" 2>&1 | sed s/no_such_user/usage/ >&2; exit 67"#, "refusal?.code"),
    (#"profilectl "$@" 2>&1 | sed s/:67/:66/ >&2; exit 67"#, "refusal?.exit"),
    (#"profilectl "$@" 2>&1 | sed s/^Error/Oh/ >&2; exit 67"#, "(message → "),
    (#"profilectl "$@"; status=$?; printf x >>net.db; exit $status"#, "(after → "),
    (#"profilectl "$@"; status=$?; : >trace; exit $status"#, "(after → "),
  ])
  func `the check reports a wrong refusal`(plant: String, words: String) throws {
    let program = try SmallNetwork().program
    let line = ["show", "nobody"]
    try Refusal.expect("no_such_user", 67, from: program, line)
    let replaced = try program.replaced(by: plant)
    try expectFound(words) { try Refusal.expect("no_such_user", 67, from: replaced, line) }
  }
}
