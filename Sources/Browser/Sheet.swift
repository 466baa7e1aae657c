package import Model
package import Rendering

/// Things to do, one of which is chosen: with one's own profile, or with a line that asks first.
package struct Sheet {
  /// What a choice leads to.
  package enum Deed: Equatable {
    /// A line to be finished after the colon.
    case fill(Blank)
    case carryOut(CommandRequest)
    case close
  }

  package let title: SafeText
  package let choices: [(label: SafeText, remark: SafeText, deed: Deed)]
  package var selected = 0
  /// Whether the first letters of the choices choose them.
  package var isQuestion = false

  /// The choice that a letter stands for.
  package func place(of letter: Character) -> Int? {
    guard isQuestion else { return nil }
    return choices.firstIndex { $0.label.string.first?.lowercased() == letter.lowercased() }
  }

  /// What was typed is done if it is said again; until then nothing of it is.
  package static func asking(_ question: SafeText, before line: String) -> Sheet {
    Sheet(
      title: question,
      choices: [("Yes", "", .carryOut(.line(line, isConfirmed: true))), ("No", "", .close)],
      selected: 1,
      isQuestion: true)
  }

  /// What can be done with one's own profile, and with the pictures kept for everybody's.
  package static func own(_ user: User, _ cache: ThumbnailCache) -> Sheet {
    let pictures = Magnitude.phrase(cache.thumbnails, "picture")
    return Sheet(
      title: "Settings",
      choices: [
        ("Edit name", "", fill("Name", "edit-profile --name ", user.name)),
        ("Edit bio", "", fill("Bio", "edit-profile --bio ", user.bio)),
        ("Change handle", "", fill("New handle", "edit-profile --rename ")),
        ("Change picture", "a file, or none", fill("File, or none", "edit-profile --avatar ")),
        ("New post", "", fill("Text", "post ", "")),
        ("Log in as somebody else", "", fill("Handle", "login ")),
        ("Log out", "", .carryOut(.line("logout"))),
        (
          "Clear cache", "\(pictures), \(Magnitude.exact((cache.bytes + 500) / 1_000)) KB",
          .carryOut(.line("cache clear"))
        ),
        ("Cancel", "", .close),
      ])
  }

  private static func fill(_ name: SafeText, _ line: String, _ present: String? = nil) -> Deed {
    .fill(Blank(name: name, line: line, present: present))
  }
}
