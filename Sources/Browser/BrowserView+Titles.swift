import Model
package import Rendering

/// What the lists are called, and what they say when they are empty.
extension BrowserView {
  package func title(of content: PeopleContent) -> SafeText {
    switch content.kind {
    case .everybody(nil): "People"
    case .everybody(let words?): "People: \(words)"
    case .followers(let subject): "Followers of \(name(of: subject))"
    case .following(let subject): "\(name(of: subject)) follows"
    case .likers(let id): "Likers of \(id)"
    }
  }

  private func name(of subject: Subject) -> SafeText {
    subject.handle.map { SafeText($0) } ?? "you"
  }

  package func remark(_ kind: PeopleContent.Kind) -> SafeText {
    switch kind {
    case .followers: "Tab: whom they follow"
    case .following: "Tab: followers"
    case .everybody, .likers: ""
    }
  }

  package func words(ifEmpty content: PeopleContent) -> SafeText {
    switch content.kind {
    case .everybody(nil): "Nobody else is here yet."
    case .everybody: "Nobody is here by that name."
    case .followers(let subject): "Nobody follows \(name(of: subject)) yet."
    case .following(let subject): "\(name(of: subject)) follows nobody yet."
    case .likers: "Nobody likes it yet."
    }
  }

  package func title(of content: FeedContent) -> SafeText {
    switch content.kind {
    case .timeline: "Timeline"
    case .explore: "Everybody's posts"
    case .search(let words): "Search: \(words)"
    }
  }

  package func remark(_ kind: FeedContent.Kind) -> SafeText {
    switch kind {
    case .timeline: "Tab: everybody's"
    case .explore: state.me == nil ? "" : "Tab: timeline"
    case .search: ""
    }
  }

  package func words(ifEmpty content: FeedContent) -> SafeText {
    switch content.kind {
    case .timeline: "Nothing here yet. Find somebody to follow with p."
    case .explore: "Nobody has posted anything yet."
    case .search: "No post holds all of these words."
    }
  }
}
