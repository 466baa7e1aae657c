package import Model

/// What a thing in a list is known by, wherever it stands by now.
package enum ListedThing: Equatable {
  case person(Person)
  case post(Post.ID)

  /// What it opens.
  package var content: BrowserPage.Content {
    switch self {
    case .person(let person): .profile(ProfileContent(subject: .person(person)))
    case .post(let id): .post(PostContent(id: id))
    }
  }
}

extension BrowserPage.Content {
  /// What is chosen in its list.
  package var chosen: ListedThing? {
    switch self {
    case .profile(let content): content.series.selected.map { .post($0.id) }
    case .people(let content): content.series.selected.map { .person(Person($0.user)) }
    case .feed(let content): content.series.selected.map { .post($0.id) }
    case .post, .text: nil
    }
  }

  /// Whether a key is about what is chosen, and not about the page.
  package func isAboutChosen(_ action: KeyTable.Action) -> Bool {
    switch self {
    case .profile: [.open, .like, .author, .inspect].contains(action)
    case .people, .feed:
      [.open, .like, .author, .inspect, .follow, .followers].contains(action)
    case .post, .text: false
    }
  }
}
