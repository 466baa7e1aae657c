package import Model
package import Rendering

/// A command to carry out: a line that was typed, a verb that a key applies to one thing, or the
/// read mark of a page that was left.
package enum CommandRequest: Hashable {
  /// A line as it was typed after the colon; confirmed if it asked a question first.
  case line(String, isConfirmed: Bool = false)
  /// The name of a command with its options, its object, and its text.
  case verb(String, ListedThing?, text: String? = nil)

  /// Marks the notices up to a time as read, and reports nothing.
  case markNotices(upTo: Moment)
  /// Marks the timeline as read if all new posts are from these times, and reports nothing.
  case markTimeline(ClosedRange<Moment>)

  /// Exchanges the changes of a shared network.
  package static let sync = CommandRequest.verb("sync", nil)

  /// The typed line; nil for a verb.
  package var line: String? {
    if case .line(let line, _) = self { line } else { nil }
  }

  /// The line to show: the typed one, or the name of a verb without an object.
  var shownLine: String? {
    if case .verb(let name, nil, text: nil) = self { name } else { line }
  }

  package var isConfirmed: Bool {
    if case .line(_, isConfirmed: true) = self { true } else { false }
  }
}

/// The outcome of a command that the browser asked for.
package struct CommandAnswer {
  package let request: CommandRequest
  /// What the command printed on standard output.
  package var output: String
  /// What it printed on standard error.
  package var messages: String
  package var isRefused: Bool
  /// Whether it is refused because its post is gone.
  package var isPostGone = false
  /// Whether a corrected line would succeed, so that the prompt opens with it again.
  package var isMistyped = false
  /// Whether a part of it failed.
  package var isUndone = false
  /// Whether it ran in parallel with the commands that write, and so may have begun before a login.
  package var isReading = false
  /// Whether it is a list, which gets a page in place of an alert.
  package var isList = false
  /// The question to confirm before it is carried out.
  package var question: SafeText?
  /// The new handle of the viewer, if the command renamed them.
  package var newHandle: Handle?
  /// Whether it made a change that was asked for.
  package var isChange = false
  /// The number of changes that an exchange received; nil for any other command.
  package var received: Int?
  /// The acting user from now on, and their login.
  package var viewer: UserReference?
  package var login = LoginState.unchanged
  /// The page to open.
  package var opens: Destination?

  package init(
    to request: CommandRequest, output: String = "", messages: String = "", isRefused: Bool = false,
    viewer: UserReference?
  ) {
    self.request = request
    self.output = output
    self.messages = messages
    self.isRefused = isRefused
    self.viewer = viewer
  }
}

/// The login or logout of a line in this browser, which replaces the remembered login.
package enum LoginState: Equatable, Sendable {
  case unchanged, nobody
  case user(User.ID)
}

/// A page that a line asked the browser to open, and how to show it.
package struct Destination: Equatable {
  package let page: PageSource
  /// Nil keeps the current style.
  package var header: HeaderStyle?
  /// Whether `--no-motion` was given.
  package var endsMotion = false
  /// Whether `--no-mouse` was given.
  package var leavesMouse = false

  package init(_ page: PageSource) {
    self.page = page
  }
}

/// The commands that are not answered yet, the oldest first.
package struct PendingCommands {
  package struct Entry {
    package let request: CommandRequest
    let since: Int64
    /// The acting user at the time of the request.
    let actor: UserReference?
    /// The progress of the command.
    var progress: SafeText = ""
  }

  /// Microseconds after which the last line shows a command.
  private static let patience: Int64 = 500_000

  package private(set) var entries: [Entry] = []

  mutating func add(_ requests: [CommandRequest], by actor: UserReference?, at time: Int64) {
    entries += requests.map { Entry(request: $0, since: time, actor: actor) }
  }

  func contains(_ request: CommandRequest) -> Bool {
    entries.contains { $0.request == request }
  }

  mutating func note(_ progress: SafeText, of request: CommandRequest) {
    let index = entries.firstIndex { $0.request == request }
    if let index { entries[index].progress = progress }
  }

  mutating func remove(_ request: CommandRequest) -> Entry? {
    entries.firstIndex { $0.request == request }.map { entries.remove(at: $0) }
  }

  /// The oldest command, if it takes long enough to be shown.
  func slow(at time: Int64) -> Entry? {
    entries.first.flatMap { time - $0.since >= PendingCommands.patience ? $0 : nil }
  }

  /// Microseconds until the oldest command is shown; nil if it is already, or there is none.
  func pause(at time: Int64) -> Int64? {
    guard slow(at: time) == nil else { return nil }
    return entries.first.map { $0.since + PendingCommands.patience - time }
  }
}
