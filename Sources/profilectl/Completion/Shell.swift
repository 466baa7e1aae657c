/// A shell that can be taught to complete.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script, which holds nothing but how to ask this program.
  var completionScript: String {
    switch self {
    case .bash: Shell.bashScript
    case .zsh: Shell.zshScript
    case .fish: Shell.fishScript
    }
  }
}
