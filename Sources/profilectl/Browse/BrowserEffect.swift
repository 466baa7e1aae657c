import Model

/// Something the browser wants from the world; what comes of it is an event.
enum BrowserEffect: Equatable {
  case load(page: Int, Wanted)
  /// Posts whose thumbnails were put away, and come near again.
  case recall([Post])
  case follow(Person)
  case unfollow(Person)
  case like(Post.ID)
  case unlike(Post.ID)
  /// A line as it was typed after the colon.
  case carryOut(String)
  /// Such a line about which somebody was asked, and said yes.
  case goAhead(String)
  /// Such a line that only reads.
  case ask(String)
  case complete(String)
  case measureCache
  case useMouse(Bool)
  /// Stops the job, as Ctrl-Z does.
  case stop
  /// Draws all of the screen anew.
  case redraw

  /// Behind what it waits for its turn.
  enum Queue: CaseIterable {
    case pages, lines
    /// Of all that may write, and so may have to wait for other processes.
    case deeds
  }

  var queue: Queue {
    switch self {
    case .follow, .unfollow, .like, .unlike, .carryOut, .goAhead: .deeds
    case .ask: .lines
    case .load, .recall, .complete, .measureCache, .useMouse, .stop, .redraw: .pages
    }
  }

  /// What was typed after the colon.
  var line: String? {
    switch self {
    case .carryOut(let line), .goAhead(let line), .ask(let line): line
    default: nil
    }
  }

  /// A stretch of something.
  enum Wanted: Equatable {
    case profile(Subject, ProfileTab, count: Int)
    case morePosts(Subject, ProfileTab, count: Int, after: Cursor)
    case people(PeopleContent.Kind, count: Int, after: Cursor?)
    case feed(FeedContent.Kind, count: Int, after: Cursor?)
    case post(Post.ID)
    case record(ListedThing)
    /// Nothing but who looks.
    case text
  }
}
