import Rendering
import Terminal

/// Writes answers and remarks to the standard streams.
///
/// Answers about changes that are not on the disk yet are held: they are written in order, or
/// never.
final class Streams {
  private let console: Console
  /// Whether the answers being written confirm a write.
  var areConfirmations = false
  /// Whether answers are dropped; standard error is not.
  private(set) var isMuted = false

  private(set) var isHolding = false
  private(set) var heldCount = 0
  private var held: [Piece] = []
  /// Run in reverse order if held answers can't be written.
  private var remedies: [() -> Void] = []

  /// The caught answers and remarks; nil while they are written directly.
  private var caught: Caught?

  private var pager: Pager?
  /// Standard error while the pager runs.
  private var errorsDuringPager: [UInt8] = []

  init(_ console: Console) {
    self.console = console
  }

  func write(_ bytes: [UInt8], to stream: StandardStream = .output) throws(ConsoleError) {
    if isMuted, stream == .output { return }
    if let pager {
      guard stream == .error else { return try pager.write(Output.withoutLinks(bytes)) }
      return errorsDuringPager += bytes
    }
    guard isHolding else { return try send(bytes, to: stream) }
    heldCount += bytes.count
    // Appended in place: copying the bytes for each line would take quadratic time.
    let piece = Piece(stream: stream, isConfirmation: areConfirmations, bytes: bytes)
    if let last = held.indices.last, held[last].continues(in: piece) {
      held[last].bytes += bytes
    } else {
      held.append(piece)
    }
  }

  func write(_ text: String, to stream: StandardStream = .output) throws(ConsoleError) {
    try write(Array(text.utf8), to: stream)
  }

  /// Ignores a failure to write to standard error: only the status reports it.
  private func send(_ bytes: [UInt8], to stream: StandardStream) throws(ConsoleError) {
    if caught != nil {
      if stream == .output { caught?.answers += bytes } else { caught?.remarks += bytes }
    } else if stream == .error {
      try? console.write(bytes, to: stream)
    } else {
      try console.write(bytes, to: stream)
    }
  }
}

/// Held answers.
extension Streams {
  /// The end of some of the held answers.
  struct Position {
    fileprivate let pieces: Int
    /// The bytes in the last of the pieces.
    fileprivate let bytes: Int
  }

  /// The error of held answers that could not all be written.
  struct LostAnswers: Error {
    let reason: ConsoleError
    /// Whether some of them confirm a write.
    fileprivate(set) var areConfirmations: Bool
  }

  /// Bytes that are written at once.
  private struct Piece {
    let stream: StandardStream
    let isConfirmation: Bool
    var bytes: [UInt8]

    func continues(in next: Piece) -> Bool {
      stream == next.stream && isConfirmation == next.isConfirmation
    }
  }

  /// Holds everything from now on; returns the end of the answers held before, or nil if none were.
  func hold() -> Position? {
    defer { isHolding = true }
    return isHolding ? Position(pieces: held.count, bytes: held.last?.bytes.count ?? 0) : nil
  }

  /// Runs `remedy` if the answers held now can't be written.
  func ifLost(_ remedy: @escaping () -> Void) {
    if isHolding { remedies.append(remedy) }
  }

  /// Drops the held answers after a position, or all if it is nil, because their changes were
  /// undone.
  func drop(after position: Position?) {
    guard let position else { return dropAll() }
    held.removeLast(held.count - position.pieces)
    if let last = held.indices.last {
      held[last].bytes.removeLast(held[last].bytes.count - position.bytes)
    }
    heldCount = held.reduce(0) { $0 + $1.bytes.count }
  }

  /// Writes the held answers, and writes later ones directly; writes errors even if answers are
  /// lost.
  func release() throws(LostAnswers) {
    let (pieces, remedies) = (held, remedies)
    dropAll()
    var lost: LostAnswers?
    for piece in pieces {
      if piece.stream == .output, lost != nil {
        if piece.isConfirmation { lost?.areConfirmations = true }
        continue
      }
      do throws(ConsoleError) {
        try send(piece.bytes, to: piece.stream)
      } catch {
        lost = LostAnswers(reason: error, areConfirmations: piece.isConfirmation)
      }
    }
    guard let lost else { return }
    for remedy in remedies.reversed() { remedy() }
    throw lost
  }

  private func dropAll() {
    (held, heldCount, isHolding, remedies) = ([], 0, false, [])
  }
}

/// Answers that don't go to standard output.
extension Streams {
  /// Answers and remarks of a line in the browser.
  struct Caught {
    var answers: [UInt8] = []
    var remarks: [UInt8] = []
  }

  /// Runs `body` and drops its answers, unless `isWanted` is false.
  func muting<Value>(if isWanted: Bool = true, _ body: () throws -> Value) rethrows -> Value {
    let wasMuted = isMuted
    isMuted = wasMuted || isWanted
    defer { isMuted = wasMuted }
    return try body()
  }

  /// Runs `body` and returns its answers and remarks instead of writing them.
  func catching(_ body: () -> Void) -> Caught {
    let outer = caught
    caught = Caught()
    defer { caught = outer }
    body()
    return caught ?? Caught()
  }

  /// Sends answers to the pager until `endPage`; meanwhile the pager handles signals.
  func page(through pager: Pager) {
    Interruption.hold()
    self.pager = pager
  }

  /// Waits until the user leaves the pager.
  func endPage() {
    guard let pager else { return }
    let isInterrupted = pager.finish()
    self.pager = nil
    try? console.write(errorsDuringPager, to: .error)
    errorsDuringPager = []
    if Interruption.isKeyboard { Interruption.forget() }
    // An interrupt that ended the pager ends this line, too.
    if isInterrupted { Interruption.takeKey() }
    Interruption.release()
  }
}
