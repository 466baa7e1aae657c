import Model
import Rendering

/// Things to do with one's own profile, one of which is chosen.
struct Sheet {
  /// What a choice leads to.
  enum Deed: Equatable {
    /// A line to be finished after the colon.
    case fill(Blank)
    case carryOut(String)
    case close
  }

  let title: SafeText
  let choices: [(label: SafeText, remark: SafeText, deed: Deed)]
  var selected = 0

  /// What can be done with one's own profile, and with the pictures kept for everybody's.
  static func own(_ user: User, _ cache: ThumbnailCache) -> Sheet {
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
        ("Log out", "", .carryOut("logout")),
        (
          "Clear cache", "\(pictures), \(Magnitude.exact((cache.bytes + 500) / 1_000)) KB",
          .carryOut("cache clear")
        ),
        ("Cancel", "", .close),
      ])
  }

  private static func fill(_ name: SafeText, _ line: String, _ present: String? = nil) -> Deed {
    .fill(Blank(name: name, line: line, present: present))
  }
}
