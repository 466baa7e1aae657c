import Foundation

extension Program {
  /// Replaces the program by a shell script, to plant a fault.
  ///
  /// In the script `profilectl` is the original program and `"$@"` the arguments.
  package func replaced(by script: String) throws -> Program {
    var replaced = self
    let words = ([executable] + prefix).map { "'\($0.replacing("'", with: #"'\''"#))'" }
    let lead = "profilectl() { \(words.joined(separator: " ")) \"$@\"; }"
    replaced.executable = try Program.scripts.get().writeScript(
      "\(lead)\n\(script)", to: UUID().uuidString)
    replaced.prefix = []
    chmod(replaced.executable, 0o755)
    return replaced
  }

  /// Runs a script after the program and keeps the program's output and status.
  package func followed(by script: String) throws -> Program {
    try replaced(by: "profilectl \"$@\"\nstatus=$?\n\(script)\nexit $status")
  }

  /// The scripts' own folder, so that the home holds only files that the planted fault makes.
  private static let scripts = Result {
    let folder = try TemporaryFolder()
    // Another user may run them.
    chmod(folder.path, 0o755)
    return folder
  }
}
