/// A help page about something that is no command.
enum Topic: String, CaseIterable, Sendable {
  case exitCodes = "exit-codes"
  case environment
  case formatting
  case scripting
  case keys

  var summary: String {
    switch self {
    case .exitCodes: "What the exit status says, and the codes of errors."
    case .environment: "Variables, and how database and user are chosen."
    case .formatting: "What answers look like, and how values are written."
    case .scripting: "How to use profilectl in scripts and pipes."
    case .keys: "The keys of the browser and of the interactive shell."
    }
  }

  /// Built when it is asked for.
  var blocks: [HelpBlock] {
    switch self {
    case .exitCodes: Topic.exitCodeBlocks
    case .environment: Topic.environmentBlocks
    case .formatting: Topic.formattingBlocks
    case .scripting: Topic.scriptingBlocks
    case .keys: Topic.keysBlocks
    }
  }
}
