import Foundation
import Support

/// Runs shell scripts that can mount disks, which vanish when the script ends.
enum Mounts {
  static let arePossible = options != nil

  /// A program that runs `script` with `words` as its arguments.
  static func program(
    _ script: String, _ words: [String], in home: TemporaryFolder? = nil
  ) throws -> Program {
    try program(script, words, in: home, with: options ?? [])
  }

  /// Runs as root, or as root of a new user namespace.
  private static let options: [String]? = [["--mount"], ["--user", "--map-root-user", "--mount"]]
    .first { options in
      let trial = try? TemporaryFolder()
      let program = try? program(
        "mount -t tmpfs none \"$1\"", [trial?.path ?? ""], in: nil, with: options)
      return (try? program?.run([]))?.status == 0
    }

  private static func program(
    _ script: String, _ words: [String], in home: TemporaryFolder?, with options: [String]
  ) throws -> Program {
    var program = try Program(now: SmallNetwork.now, home: home)
    program.executable = "/usr/bin/unshare"
    program.prefix = options + ["--", "/bin/sh", "-euc", script, "sh"] + words
    return program
  }
}

extension Program {
  /// The program under a limit of the shell's `ulimit`, such as `-f 300`.
  func under(limit: String) -> Program {
    var program = self
    program.prefix = ["-c", "ulimit \(limit); exec \"$0\" \"$@\"", executable]
    program.executable = "/bin/sh"
    return program
  }
}
