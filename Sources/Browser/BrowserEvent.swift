package import Keys
package import Model
package import Rendering

/// A request from the browser to the program around it, answered by a `BrowserEvent`.
package enum BrowserEffect: Equatable {
  /// Reads rows of a page, from its beginning or after a cursor.
  case load(page: Int, PageSource, count: Int, after: Cursor? = nil)
  /// Reads evicted thumbnails again that come near the window.
  case recall([Post])
  case carryOut(CommandRequest)
  case complete(String)
  /// Completes a mention or hashtag within a text.
  case completeWord(String)
  /// Opens a text in the viewer's editor.
  case edit(String)
  case measureCache
  case useMouse(Bool)
  /// Stops the job, as Ctrl-Z does.
  case stop
  /// Draws the whole screen again.
  case redraw
}

/// A key, a change, or the answer to an effect.
package enum BrowserEvent {
  case key(KeyPress)
  case resized(columns: Int, rows: Int)
  /// An animation is due for its next frame.
  case tick
  /// A process changed the network.
  case changed
  case loaded(page: Int, LoadedPage)
  /// The acting user with their current handle, their login, the number of their new notices, and
  /// the number of changes of a shared network that are not sent.
  case looking(UserReference?, under: LoginState = .unchanged, news: Int = 0, unsent: Int = 0)
  /// A page can't be read, because its subject was deleted or for another reason; without a page,
  /// something else failed.
  case failed(page: Int?, SafeText, isGone: Bool = false)
  case answered(CommandAnswer)
  /// The progress of a command.
  case progressed(SafeText, CommandRequest)
  /// The text that the viewer left in the editor, or why there is none.
  case edited(String)
  case notEdited(SafeText)
  /// The words that complete a text.
  case completed(String, LineOffer)
  case measured(ThumbnailCache)
  case recalled([Post], ThumbnailSet)
  /// Evicted thumbnails can't be read.
  case notRecalled(SafeText)
  case thumbnail(String, Thumbnail)
  /// A whole picture; nil if it can't be drawn.
  case whole(String, Thumbnail?)
  /// A picture can't be drawn; `isLasting` if another try can't help.
  case undrawn(String, isLasting: Bool)
}
