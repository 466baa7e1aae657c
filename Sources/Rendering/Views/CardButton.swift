package import Model

/// The one thing a viewer can do about a profile.
package enum CardButton: Sendable {
  case editProfile, follow, following, followBack

  package init(for relation: Relation) {
    self =
      if relation.isMe {
        .editProfile
      } else if relation.isFollowed {
        .following
      } else {
        relation.followsYou ? .followBack : .follow
      }
  }

  package var label: SafeText {
    switch self {
    case .editProfile: "Edit profile"
    case .follow: "Follow"
    case .following: "Following"
    case .followBack: "Follow back"
    }
  }

  /// In brackets where there is no colour to make it a button.
  package func line(in traits: Traits) -> StyledLine {
    let style: Style =
      switch self {
      case .editProfile, .following: .pressedButton
      case .follow, .followBack: .button
      }
    if traits.depth == .none || traits.depth == .ansi16 && style == .pressedButton {
      return StyledLine("[ " + label + " ]", style, .deed(label))
    }
    return StyledLine("  " + label + "  ", style, .deed(label))
  }
}
