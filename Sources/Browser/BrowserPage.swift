package import Model
package import Rendering

/// One of the pages that somebody walked to, the latest on top.
package struct BrowserPage {
  /// What answers are addressed to.
  package let id: Int
  package var content: Content
  /// Whether the network changed while another page was on top, or this one was being read.
  package var isStale = false
  /// Whether it is being read, from its beginning.
  package var isReading = false

  /// How many things to load on the way to the end of its list; nil for whoever is not on it.
  package var goal: Int?

  /// What a page shows, of one kind.
  package enum Content {
    case profile(ProfileContent)
    case people(PeopleContent)
    case feed(FeedContent)
    case post(PostContent)
    case text(TextContent)

    /// Whether things stand side by side on it.
    package var isGrid: Bool { if case .profile = self { true } else { false } }

    /// Whether it is the same list as another page.
    package func lists(_ other: BrowserPage.Content) -> Bool {
      switch (self, other) {
      case (.people(let mine), .people(let others)): mine.kind == others.kind
      case (.feed(let mine), .feed(let others)): mine.kind == others.kind
      default: false
      }
    }

    /// Which of two lists that stand side by side it is; nil for one that stands alone.
    package var placeOfTwo: Int? {
      switch self {
      case .people(let content):
        switch content.kind {
        case .followers: 0
        case .following: 1
        case .everybody, .likers: nil
        }
      case .feed(let content):
        switch content.kind {
        case .timeline: 0
        case .explore: 1
        case .search: nil
        }
      case .profile, .post, .text: nil
      }
    }

    /// Whether anything of its list was loaded yet; true where there is none.
    package var isLoaded: Bool {
      switch self {
      case .profile(let content): content.series.isLoaded
      case .people(let content): content.series.isLoaded
      case .feed(let content): content.series.isLoaded
      case .post, .text: true
      }
    }

    /// What is said when what it showed is no longer there; nil for a page that showed nothing yet.
    package var farewell: SafeText? {
      switch self {
      case .profile(let content):
        if case .person(let person) = content.subject { "\(person.handle) is gone." } else { nil }
      case .post(let content): content.viewed == nil ? nil : "Post \(content.id) is gone."
      case .people, .feed, .text: nil
      }
    }

    /// Leaves the tab that is its owner's alone.
    package mutating func leavePrivate() {
      guard case .profile(var content) = self else { return }
      content.tabs[.private] = nil
      if content.tab == .private { content.tab = .posts }
      self = .profile(content)
    }

    /// The hashes of all pictures on it.
    package var pictures: [String] {
      switch self {
      case .profile(let content):
        content.tabs.values.flatMap(\.items).compactMap { $0.image?.hash }
          + [content.avatar]
          .compactMap(\.self)
      case .feed(let content): content.series.items.compactMap { $0.image?.hash }
      case .post(let content): [content.viewed?.post.item.image?.hash].compactMap(\.self)
      case .people, .text: []
      }
    }

    /// Where somebody is on it.
    package var place: Place {
      get {
        switch self {
        case .profile(let content): content.series.place
        case .people(let content): content.series.place
        case .feed(let content): content.series.place
        case .post(let content): Place(offset: content.offset)
        case .text(let content): Place(offset: content.offset)
        }
      }
      set {
        switch self {
        case .profile(var content):
          content.series.place = newValue
          self = .profile(content)
        case .people(var content):
          content.series.place = newValue
          self = .people(content)
        case .feed(var content):
          content.series.place = newValue
          self = .feed(content)
        case .post(var content):
          content.offset = newValue.offset
          self = .post(content)
        case .text(var content):
          content.offset = newValue.offset
          self = .text(content)
        }
      }
    }
  }
}

/// Somebody's profile; each tab keeps its own place.
package struct ProfileContent {
  /// As it was asked for until somebody is shown.
  package var subject: Subject
  package var profile: Profile?
  /// The hash of their picture.
  package var avatar: String?
  /// Another one for each other profile, so that drawings of it can be kept.
  package var version = 0
  package var tab = ProfileTab.posts
  package var tabs: [ProfileTab: Series<Post>] = [:]

  package init(subject: Subject) {
    self.subject = subject
  }

  package var series: Series<Post> {
    get { tabs[tab] ?? Series() }
    set { tabs[tab] = newValue }
  }

  package var offeredTabs: [ProfileTab] {
    ProfileTab.offered(toOwner: profile?.relation.isMe == true)
  }
}

/// People below each other.
package struct PeopleContent {
  /// Who the people are.
  package enum Kind: Equatable {
    case everybody(matching: String?)
    case followers(Subject)
    case following(Subject)
    case likers(Post.ID)

    /// Whom it is about.
    package var subject: Subject? {
      switch self {
      case .followers(let subject), .following(let subject): subject
      case .everybody, .likers: nil
      }
    }

    /// Whom it is about is somebody, as they are called now.
    package mutating func name(_ person: Person) {
      switch self {
      case .followers: self = .followers(.person(person))
      case .following: self = .following(.person(person))
      case .everybody, .likers: break
      }
    }
  }

  package var kind: Kind
  package var series = Series<Profile>()
}

/// Posts below each other.
package struct FeedContent {
  /// Which posts they are.
  package enum Kind: Equatable {
    case timeline, explore
    case search(String)
  }

  package var kind: Kind
  package var series = Series<Post>()
}

/// One post, large.
package struct PostContent {
  package let id: Post.ID
  package var viewed: ViewedPost?
  package var version = 0
  package var offset = 0
}

/// Words to be read: help, an answer, a thing as a record.
package struct TextContent {
  /// The words themselves, or the table of keys, which is laid out for the window.
  package enum Words {
    /// A thing of the network as a record.
    case record(of: ListedThing, String)
    /// What a command said, with the paint that it gave it.
    case answered(String)
    case keys
  }

  package var title: SafeText
  package var words: Words
  package var version = 0
  package var offset = 0

  package var isAnswer: Bool { if case .answered = words { true } else { false } }
  package var isHelp: Bool { if case .keys = words { true } else { false } }
}
