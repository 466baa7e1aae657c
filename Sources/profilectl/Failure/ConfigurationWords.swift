import CommandLine
import Files

/// A line of the configuration that can't be used.
struct ConfigurationError: Error {
  let path: String
  let line: ConfigurationMistake.Line
}

/// Words for refused settings: before they are written, or in the file.
struct ConfigurationWords {
  private let context: FailureContext

  init(_ context: FailureContext) {
    self.context = context
  }

  /// The failure of a command that sets a refused value.
  func failure(for mistake: ConfigurationMistake) -> Failure {
    UsageErrorWords(in: context).failure(sentence(for: mistake), hint(for: mistake))
  }

  private func hint(for mistake: ConfigurationMistake) -> Hint {
    switch mistake {
    case .unknownKey(let key, let nearest?): corrected(key, nearest) ?? .question(["config"])
    case .unknownKey: .question(["config"])
    case .badValue(let refusal):
      if case .unreadable(.choice(_, let nearest?)) = refusal.reason,
        let line = corrected(refusal.input, nearest)
      {
        line
      } else {
        .help("configuration")
      }
    default: .help("configuration")
    }
  }

  /// The line with its last such word corrected.
  private func corrected(_ word: String, _ nearest: String) -> Hint? {
    context.words.lastIndex(of: word).flatMap {
      context.hint(applying: .replace($0..<($0 + 1), with: [nearest]))
    }
  }

  /// The failure of a line in the file.
  func failure(for line: ConfigurationMistake.Line, in path: String) -> Failure {
    let sentence = sentence(for: line.mistake)
    if case .unreadable = line.mistake {
      return Failure(.badConfig, sentence, hint: .look(at: path), input: path)
    }
    return Failure(
      .badConfig, "\(shown(path)):\(line.number): \(sentence)",
      hint: line.key.map { .question(["config", "unset", $0]) } ?? .help("configuration"),
      input: line.key)
  }

  func sentence(for mistake: ConfigurationMistake) -> String {
    switch mistake {
    case .unknownKey(let key, let nearest):
      return "There is no key \(quoted(key))." + Phrases.didYouMean(nearest)
    case .badValue(let refusal): return UsageErrorWords(in: context).sentence(for: refusal)
    case .notASetting: return "A setting is one line of the form 'key = value'."
    case .badAliasName(let name):
      return "The name of an alias has a-z, 0-9 and '-' only, and \(quoted(name)) has not."
    case .aliasOfCommand(let name): return "\(quoted(name)) is a command, so it can't be an alias."
    case .badAlias(let name, let error):
      let reason = FailureWords.failure(for: error, in: context).message
      return
        "The alias \(quoted(name)) can't work: \(reason.prefix(1).lowercased())\(reason.dropFirst())"
    case .aliasWithoutCommand(let name):
      return "The alias \(quoted(name)) has to begin with a command."
    case .unreadable(let error):
      let message = (error as? FileError).map { FileErrorWords.failure(for: $0).message }
      return message ?? "The configuration can't be read."
    }
  }
}
