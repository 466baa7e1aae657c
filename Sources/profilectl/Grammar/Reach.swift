/// What a line may change, as far as that is known before it is carried out.
enum Reach: Sendable {
  case nothing
  /// Which posts somebody has seen.
  case readMark
  /// Who acts on the lines behind it.
  case actor
  /// The network, or a file of its own.
  case network
  /// Whatever the lines change that it carries out.
  case lines

  /// Whether trouble on the way has to tell what became of a change.
  var isOfChanges: Bool { self == .network || self == .lines }

  /// Whether it saves something by itself, of which a signal has to tell.
  var isSaved: Bool { self != .nothing && self != .lines }

  /// Whether its answer says that something was saved.
  var isConfirmed: Bool { isSaved && self != .readMark }

  var isOfActor: Bool { self == .actor || self == .lines }
}
