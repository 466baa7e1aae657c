import Model

/// Something the browser wants from the world; what comes of it is an event.
enum BrowserEffect: Equatable {
  case load(page: Int, Wanted)
  case follow(Handle)
  case unfollow(Handle)
  case like(Post.ID)
  case unlike(Post.ID)
  /// A line as it was typed after the colon.
  case carryOut(String)
  case complete(String)
  case measureCache
  case useMouse(Bool)
  /// Stops the job, as Ctrl-Z does.
  case stop
  /// Draws all of the screen anew.
  case redraw

  /// Whether it may write, and so may have to wait for its turn.
  var isDeed: Bool {
    switch self {
    case .follow, .unfollow, .like, .unlike, .carryOut: true
    case .load, .complete, .measureCache, .useMouse, .stop, .redraw: false
    }
  }

  /// A stretch of something.
  enum Wanted: Equatable {
    case profile(Handle?, ProfileTab, count: Int)
    case morePosts(Handle?, ProfileTab, count: Int, after: Cursor)
    case people(PeopleContent.Kind, count: Int, after: Cursor?)
    case feed(FeedContent.Kind, count: Int, after: Cursor?)
    case post(Post.ID)
  }
}
