package import Model

/// A request from the browser to the program around it, answered by a `BrowserEvent`.
package enum BrowserEffect: Equatable {
  case load(page: Int, Wanted)
  /// Asks again for the thumbnails of posts, which were dropped and come near again.
  case recall([Post])
  case carryOut(CommandRequest)
  case complete(String)
  case measureCache
  case useMouse(Bool)
  /// Stops the job, as Ctrl-Z does.
  case stop
  /// Draws the whole screen again.
  case redraw

  /// The part of a page to read.
  package enum Wanted: Equatable {
    case profile(Subject, ProfileTab, count: Int)
    case morePosts(Subject, ProfileTab, count: Int, after: Cursor)
    case people(PeopleContent.Kind, count: Int, after: Cursor?)
    case feed(FeedContent.Kind, count: Int, after: Cursor?)
    case post(Post.ID)
    case record(ListedThing)
    /// Only who looks.
    case text
  }
}
