import Foundation

extension Program {
  /// The program with a planted fault: a shell script runs instead, with `profilectl` as the
  /// program and `"$@"` as its arguments.
  package func spoiled(by script: String) throws -> Program {
    var spoiled = self
    let words = ([executable] + prefix).map { "'\($0.replacing("'", with: #"'\''"#))'" }
    let lead = "profilectl() { \(words.joined(separator: " ")) \"$@\"; }"
    spoiled.executable = try Program.plants.get().writeScript(
      "\(lead)\n\(script)", to: UUID().uuidString)
    spoiled.prefix = []
    chmod(spoiled.executable, 0o755)
    return spoiled
  }

  /// The program followed by such a script, which keeps its output and status.
  package func followed(by script: String) throws -> Program {
    try spoiled(by: "profilectl \"$@\"\nstatus=$?\n\(script)\nexit $status")
  }

  /// In a folder without a network, so that only files of the plant are found there.
  private static let plants = Result {
    let folder = try TemporaryFolder()
    // Another user may run them.
    chmod(folder.path, 0o755)
    return folder
  }
}
