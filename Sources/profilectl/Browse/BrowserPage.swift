import Model
import Rendering

/// One of the pages that somebody walked to, the latest on top.
struct BrowserPage {
  /// What answers are addressed to.
  let id: Int
  var content: Content
  /// Whether the network changed while another page was on top, or this one was being read.
  var isStale = false
  /// Whether it is being read, from its beginning.
  var isReading = false

  /// How many things to load on the way to the end of its list; nil for whoever is not on it.
  var goal: Int?

  /// What a page shows, of one kind.
  enum Content {
    case profile(ProfileContent)
    case people(PeopleContent)
    case feed(FeedContent)
    case post(PostContent)
    case text(TextContent)

    /// Whether things stand side by side on it.
    var isGrid: Bool { if case .profile = self { true } else { false } }

    /// Whether it is the same list as another page.
    func lists(_ other: BrowserPage.Content) -> Bool {
      switch (self, other) {
      case (.people(let mine), .people(let others)): mine.kind == others.kind
      case (.feed(let mine), .feed(let others)): mine.kind == others.kind
      default: false
      }
    }

    /// Which of two lists that stand side by side it is; nil for one that stands alone.
    var placeOfTwo: Int? {
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
    var isLoaded: Bool {
      switch self {
      case .profile(let content): content.series.isLoaded
      case .people(let content): content.series.isLoaded
      case .feed(let content): content.series.isLoaded
      case .post, .text: true
      }
    }

    /// What is said when what it showed is no longer there; nil for a page that showed nothing yet.
    var farewell: SafeText? {
      switch self {
      case .profile(let content):
        if case .person(let person) = content.subject { "\(person.handle) is gone." } else { nil }
      case .post(let content): content.viewed == nil ? nil : "Post \(content.id) is gone."
      case .people, .feed, .text: nil
      }
    }

    /// Leaves the tab that is its owner's alone.
    mutating func leavePrivate() {
      guard case .profile(var content) = self else { return }
      content.tabs[.private] = nil
      if content.tab == .private { content.tab = .posts }
      self = .profile(content)
    }

    /// The hashes of all pictures on it.
    var pictures: [String] {
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
    var place: Place {
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
struct ProfileContent {
  /// As it was asked for until somebody is shown.
  var subject: Subject
  var profile: Profile?
  /// The hash of their picture.
  var avatar: String?
  /// Another one for each other profile, so that drawings of it can be kept.
  var version = 0
  var tab = ProfileTab.posts
  var tabs: [ProfileTab: Series<Post>] = [:]

  var series: Series<Post> {
    get { tabs[tab] ?? Series() }
    set { tabs[tab] = newValue }
  }

  var offeredTabs: [ProfileTab] {
    ProfileTab.offered(toOwner: profile?.relation.isMe == true)
  }
}

/// People below each other.
struct PeopleContent {
  /// Who the people are.
  enum Kind: Equatable {
    case everybody(matching: String?)
    case followers(Subject)
    case following(Subject)
    case likers(Post.ID)

    /// Whom it is about.
    var subject: Subject? {
      switch self {
      case .followers(let subject), .following(let subject): subject
      case .everybody, .likers: nil
      }
    }

    /// Whom it is about is somebody, as they are called now.
    mutating func name(_ person: Person) {
      switch self {
      case .followers: self = .followers(.person(person))
      case .following: self = .following(.person(person))
      case .everybody, .likers: break
      }
    }
  }

  var kind: Kind
  var series = Series<Profile>()
}

/// Posts below each other.
struct FeedContent {
  /// Which posts they are.
  enum Kind: Equatable {
    case timeline, explore
    case search(String)
  }

  var kind: Kind
  var series = Series<Post>()
}

/// One post, large.
struct PostContent {
  let id: Post.ID
  var viewed: ViewedPost?
  var version = 0
  var offset = 0
}

/// Words to be read: help, an answer, a thing as a record.
struct TextContent {
  /// The words themselves, or the table of keys, which is laid out for the window.
  enum Words {
    /// A thing of the network as a record.
    case record(of: ListedThing, String)
    /// What a command said, with the paint that it gave it.
    case answered(String)
    case keys
  }

  var title: SafeText
  var words: Words
  var version = 0
  var offset = 0

  var isAnswer: Bool { if case .answered = words { true } else { false } }
  var isHelp: Bool { if case .keys = words { true } else { false } }
}
