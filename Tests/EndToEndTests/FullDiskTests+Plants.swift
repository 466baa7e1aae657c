import Support
import Testing

/// Tests the checks for a full disk with planted faults.
extension `A full disk` {
  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [
      ("printf x | dd of=small/net.db bs=1 seek=27 conv=notrunc status=none", "\"changes\""),
      ("truncate -s +4096 small/net.db", "\"changes\""), ("touch small/left", "\"names\""),
      ("status=0", "answer.status"), ("echo done", "\"out\""),
    ])
  func `the check reports a change after a reported failure`(plant: String, words: String) throws {
    let program = try SmallNetwork().program.followed(by: "[ ! -e small/rest ] || { \(plant); }")
    try expectFound(words) { try expectNoChange(["follow", "dave"], by: program) }
  }

  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [
      ("printf x | dd of=small/net.db bs=1 seek=27 conv=notrunc status=none", "\"changes\""),
      ("touch small/left", "names"), ("echo more", "answer.stdout"), ("echo oh >&2", "stderr"),
    ])
  func `the check reports a reading command that answers wrongly or changes something`(
    plant: String, words: String
  ) throws {
    let program = try SmallNetwork().program.followed(by: "[ $1 != info ] || { \(plant); }")
    try expectFound(words) { try expectAnswer(to: "info --fields posts", from: program) }
  }

  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [
      "head -c 5000 net.db >small/new.db; exit 74", "touch small/.left; exit 74", "exit 0",
      "profilectl \"$@\" 2>/dev/null",
    ])
  func `the check reports a partial new network and a missing error`(plant: String) throws {
    let program = try SmallNetwork().program.replaced(
      by: "if [ $1 = backup ]; then \(plant); else profilectl \"$@\"; fi")
    try expectFound("answers") { try expectWhole(["backup", "small/new.db"], by: program) }
  }

  @Test(
    .enabled(if: Mounts.arePossible, "no disk can be mounted here"),
    arguments: [
      "head -c 5000 full.db >small/copy.db; echo The disk is full >&2; exit 74",
      "touch small/.left; echo The disk is full >&2; exit 74", "exit 0",
    ])
  func `the check reports a partial backup and a missing error`(plant: String)
    throws
  {
    let program = try SmallNetwork().program
    for name in ["full.db", "old.db"] {
      try program.home.write(try program.home.bytes(of: "net.db"), to: name)
    }
    let replaced = try program.replaced(
      by: "if [ $1 = backup ]; then \(plant); else profilectl \"$@\"; fi")
    try expectFound("answers") { try expectReplaced(by: replaced) }
  }
}
