import Terminal

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

  /// How the names end that lie beside a database, as patterns of all shells tell one from another.
  static let companionEndings = FolderNames.companionEndings.joined(separator: "|")
}
