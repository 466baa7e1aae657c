import Model
import Rendering

/// Sentences and parts of sentences that several messages share.
enum Phrases {
  static let declined = "Nothing was done."
  static let interruptedUnsaved = "Interrupted; nothing was saved."
  static let interruptedSaved = "Interrupted; the change was saved."
  static let interruptedReading = "Interrupted."
  static let notPlain = "is a folder, a pipe, a socket or a device"
  static let savedUnknown = "; it is not known whether the change was saved"
  /// The command that creates the first user of an empty network.
  static let firstUser = ["create-user", "alice"]
  static let firstPost = Hint.command(["post", "Hello, everyone"])
  /// The words that leave the prompt.
  static let promptExits = ["exit", "quit"]
  /// The default period of `seed`, as help and errors show it.
  static let seedPeriod = (first: "2025-01-01", last: "2026-01-01")

  /// The sentence for a signal before a write is saved, or during a read.
  static func interrupted(ofWrite isWrite: Bool) -> String {
    isWrite ? interruptedUnsaved : interruptedReading
  }

  static func saved(_ items: Int) -> String {
    "\(count(items, "item")) \(items == 1 ? "was" : "were") saved."
  }

  static func perhapsSaved(_ items: Int) -> String {
    "\(count(items, "item")) may have been saved."
  }

  static func didYouMean(_ nearest: String?) -> String {
    nearest.map { " Did you mean '\(shown($0))'?" } ?? ""
  }

  /// `a`, `a or b`, `a, b or c`.
  static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// The number with its noun; `plural` is given unless the plural adds an s.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(Magnitude.exact(number)) \(number == 1 ? noun : plural ?? "\(noun)s")"
  }

  static func unstartedPager(in variable: String) -> String {
    "Note: The pager in \(variable) can't be started."
  }
}

func quoted(_ raw: String) -> String {
  "'\(shown(raw))'"
}

/// Text from people or files, sanitised for a message, without passwords, and cut if it is long.
func shown(_ raw: String) -> String {
  let raw = TypedPassword.removed(from: raw)
  let text = SafeText(String(raw.prefix(120))).string
  return raw.dropFirst(120).isEmpty ? text : text + "..."
}

extension Handle {
  var shown: String { profilectl.shown(text) }
}
