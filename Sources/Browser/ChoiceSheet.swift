import Keys
package import Model
package import Rendering

/// A list of actions to choose from, drawn over the page: the settings, or a question.
package struct ChoiceSheet {
  /// The action of a choice.
  package enum Action: Equatable {
    /// Opens a line with a value to type.
    case fill(LineTemplate)
    case carryOut(CommandRequest)
    case close
  }

  /// The effect of a key on the sheet.
  enum Reaction {
    case stay, close, stop
    case act(Action)
  }

  package let title: SafeText
  package let choices: [(label: SafeText, remark: SafeText, action: Action)]
  package var selected = 0
  /// Whether the first letters of the choices choose them.
  package var isQuestion = false

  /// The choice that a word or its beginning names.
  package func index(of word: String) -> Int? {
    guard isQuestion else { return nil }
    return choices.firstIndex { $0.label.string.lowercased().hasPrefix(word.lowercased()) }
  }

  mutating func take(_ key: KeyPress) -> Reaction {
    let count = choices.count
    switch key {
    case .wheelUp: selected = max(0, selected - 1)
    case .wheelDown: selected = min(count - 1, selected + 1)
    case .control("z"): return .stop
    case .character(let letter):
      if let index = index(of: String(letter)) { return .act(choices[index].action) }
      return take(KeyTable.action(for: key))
    default: return take(KeyTable.action(for: key))
    }
    return .stay
  }

  private mutating func take(_ action: KeyTable.Action?) -> Reaction {
    let count = choices.count
    switch action {
    case .up: selected = (selected + count - 1) % count
    case .down: selected = (selected + 1) % count
    case .first, .pageUp: selected = 0
    case .last, .pageDown: selected = count - 1
    case .back, .quit, .interrupt, .settings: return .close
    case .open: return .act(choices[selected].action)
    default: break
    }
    return .stay
  }

  /// Asks before a line is carried out.
  package static func asking(_ question: SafeText, before line: String) -> ChoiceSheet {
    ChoiceSheet(
      title: question,
      choices: [
        ("Yes", "", .carryOut(.line(line, isConfirmed: true))), ("No", "", .close),
      ], selected: 1, isQuestion: true)
  }

  /// The settings of a profile, and of the cache of thumbnails.
  package static func settings(_ user: User, _ cache: ThumbnailCache) -> ChoiceSheet {
    let pictures = Magnitude.phrase(cache.thumbnails, "picture")
    return ChoiceSheet(
      title: "Settings",
      choices: [
        ("Edit name", "", fill("Name", "edit-profile --name ", user.name)),
        ("Edit bio", "", fill("Bio", "edit-profile --bio ", user.bio)),
        ("Change handle", "", fill("New handle", "edit-profile --rename ")),
        ("Change picture", "a file, or none", fill("File, or none", "edit-profile --avatar ")),
        ("Change banner", "a file, or none", fill("File, or none", "edit-profile --banner ")),
        ("New post", "", fill("Text", "post ", "")),
        ("Log in as another user", "", fill("Handle", "login ")),
        ("Log out", "", .carryOut(.line("logout"))),
        (
          "Clear cache", "\(pictures), \(Magnitude.size(cache.bytes))",
          .carryOut(.line("cache clear"))
        ),
        ("Cancel", "", .close),
      ])
  }

  private static func fill(
    _ name: SafeText, _ line: String, _ present: String? = nil
  ) -> Action {
    .fill(LineTemplate(name: name, line: line, present: present))
  }
}
