/// One line of a script that asks for something.
struct ScriptLine: Sendable {
  /// Counted from 1, blank lines and comments included.
  let number: Int
  /// As it stands there; empty where it could not be read.
  let bytes: [UInt8]
  let words: Result<[Token], any Error>

  /// Whether it asks for something about the file as it lies on the disk, so that what was done
  /// before it must be there; or runs a script, which commits by itself.
  var standsAlone: Bool {
    guard case .success(let words) = words else { return false }
    let names = ScriptLine.alone.map { Array($0.utf8) }
    return words.prefix(4).contains { names.contains($0.bytes) }
  }

  private static let alone = [BackupCommand.name, DoctorCommand.name, RunCommand.name]
}
