import Foundation

extension Program {
  /// The same with a fault planted in it: a shell script runs in its place, in which `profilectl`
  /// is the program, and `"$@"` are its arguments.
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

  /// The same with such a script behind it, which changes neither its answer nor its status.
  package func followed(by script: String) throws -> Program {
    try spoiled(by: "profilectl \"$@\"\nstatus=$?\n\(script)\nexit $status")
  }

  /// Beside no network, so that only what a plant does there is found there.
  private static let plants = Result {
    let folder = try TemporaryFolder()
    // Whoever is to run them may be somebody else.
    chmod(folder.path, 0o755)
    return folder
  }
}
