import Model
import Rendering

/// Things to do with one's own profile, one of which is chosen.
struct Sheet {
  /// What a choice leads to.
  enum Deed: Equatable {
    /// A line to be finished after the colon.
    case type(String)
    case carryOut(String)
    case close
  }

  let title: SafeText
  let choices: [(label: SafeText, remark: SafeText, deed: Deed)]
  var selected = 0

  /// What can be done with one's own profile, and with the pictures kept for everybody's.
  static func own(_ cache: ThumbnailCache) -> Sheet {
    let pictures = Magnitude.phrase(cache.thumbnails, "picture")
    return Sheet(
      title: "Settings",
      choices: [
        ("Edit name", "", .type("edit-profile --name \"")),
        ("Edit bio", "", .type("edit-profile --bio \"")),
        ("Change handle", "", .type("edit-profile --rename ")),
        ("Change picture", "a file, or none", .type("edit-profile --avatar ")),
        ("New post", "", .type("post \"")),
        ("Log in as somebody else", "", .type("login ")),
        ("Log out", "", .carryOut("logout")),
        (
          "Clear the cache", "\(pictures), \((cache.bytes + 512) / 1_024) KB",
          .carryOut("cache clear")
        ),
        ("Cancel", "", .close),
      ])
  }
}
