import Browser
import CommandLine
import Model
import Rendering

/// Decides which commands of the browser run at the same time.
struct CommandSchedule {
  /// The thread of a command: that of commands that only read, or that of commands that may write.
  enum Turn { case reading, writing }

  var commands: CommandList
  private var loginsUnderWay = 0

  init(_ commands: CommandList) {
    self.commands = commands
  }

  /// The thread for a request; a reading line waits for a login, because it runs as the new acting
  /// user.
  ///
  /// The caller reports the end of a writing command to `finish`.
  mutating func turn(for request: CommandRequest) -> Turn {
    if loginsUnderWay == 0, !mayWrite(request) { return .reading }
    if mayLogIn(request) { loginsUnderWay += 1 }
    return .writing
  }

  mutating func finish(_ request: CommandRequest) {
    if mayLogIn(request) { loginsUnderWay -= 1 }
  }

  /// Whether a request may change the network, a file, or who acts.
  ///
  /// A mistyped line changes nothing.
  func mayWrite(_ request: CommandRequest) -> Bool {
    guard let line = request.line else { return true }
    guard let parsed = parsed(line) else { return false }
    return commands.writeScope(of: parsed) != .nothing || parsed.declaration.standsAlone
  }

  private func mayLogIn(_ request: CommandRequest) -> Bool {
    guard let line = request.line, let parsed = parsed(line) else { return false }
    return commands.writeScope(of: parsed).isOfActor
  }

  /// The new handle that a line gives to the acting user; nil for any other line.
  func newHandle(in line: String) -> Handle? {
    guard let parsed = parsed(line), parsed.declaration.name == EditProfileCommand.name else {
      return nil
    }
    return try? parsed.value(of: EditProfileCommand.rename)
  }

  /// The page with the same list as a line prints; nil for any other line, and for one with other
  /// options than --all and filters.
  ///
  /// Relative times count from `now`.
  func page(of line: String, at now: Moment) -> PageSource? {
    guard let parsed = parsed(line, at: now) else { return nil }
    if parsed.declaration.name == NoticesCommand.name,
      parsed.ownOptions.map(\.name) == [NoticesCommand.only.shape.name],
      let kinds = try? parsed.value(of: NoticesCommand.only)
    {
      return .someNotices(Set(kinds))
    }
    let given = Set(parsed.ownOptions.map(\.name)).subtracting([ListOptions.all.shape.name])
    guard given.isSubset(of: CommandSchedule.filters), let page = page(of: parsed) else {
      return nil
    }
    if given.isEmpty { return page }
    // The page of a profile has tabs, which take no filter.
    if case .profile = page { return nil }
    let filter = try? FilterOptions(parsed).filter
    return filter.map { .filtered(page, $0, line: SafeText(line)) }
  }

  private static let filters = Set(FilterOptions.sorted.options.map(\.name))

  /// The page of a list, without regard to options.
  private func page(of parsed: Parsed) -> PageSource? {
    let operands = parsed.operands.map(\.text)
    let owner = operands.first.map { (try? Handle($0)).map(PageOwner.named) } ?? .viewer
    let id = operands.first.flatMap { Int64($0.drop { $0 == "#" }) }
      .flatMap { $0 > 0 ? Post.ID($0) : nil }
    switch parsed.declaration.name {
    case "thread": return id.map(PageSource.conversation)
    case "notifications": return .notices
    case "tag": return operands.first.flatMap { Hashtag($0) }.map { .hashtag($0.spelling) }
    case "bookmarks": return .bookmarks
    case "muted": return .muted
    case "show": return owner.map { .profile($0, .posts) }
    case "timeline": return .timeline
    case "explore": return .explore
    case "search":
      let words = operands.joined(separator: " ")
      return (try? PostSearch(words)) == nil ? nil : .search(words)
    case "users": return .people(matching: operands.first)
    case "followers": return owner.map(PageSource.followers)
    case "following": return owner.map(PageSource.following)
    case "friends": return owner.map(PageSource.friends)
    case "suggest": return .suggestions
    case "posts": return owner.map(PageSource.posts)
    case "likers": return id.map(PageSource.likers)
    case "view": return id.map(PageSource.post)
    default: return nil
    }
  }

  /// Whether a line answers with a list.
  func isList(_ line: String) -> Bool { parsed(line)?.declaration.columns.isEmpty == false }

  /// Nil if the line asks for help or can't be parsed.
  private func parsed(_ line: String, at now: Moment = Moment(seconds: 0)) -> Parsed? {
    guard
      let words = try? LineSplitter.textWords(of: Array(line.utf8), knowsComments: false),
      let request = try? Parser(commands.catalog).request(
        for: Line.withoutProgram(words), clock: LocalClock(now: now)),
      case .command(let parsed) = request
    else { return nil }
    return parsed
  }
}
