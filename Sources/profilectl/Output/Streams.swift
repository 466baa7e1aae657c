import Terminal

/// Where answers and remarks leave by.
///
/// What is said of changes that are not on disk yet is held back,
/// and comes out, in order, or never.
final class Streams {
  private let console: Console
  private var held: [Piece] = []
  private(set) var heldCount = 0
  private(set) var isHolding = false
  /// Whether what is written is the answer to a write.
  var areConfirmations = false
  /// Whether answers are thrown away; what is told on standard error is not.
  private(set) var isMuted = false

  /// What was said while it is caught; nil while it is not.
  private var caught: Caught?

  private var pager: Pager?
  /// What is said on standard error while somebody reads the pager.
  private var behindPage: [UInt8] = []

  init(_ console: Console) {
    self.console = console
  }

  /// From now on answers go to the pager, until `endPage`.
  ///
  /// A signal is for it to decide about.
  func page(through pager: Pager) {
    Interruption.hold()
    self.pager = pager
  }

  /// Waits until whoever reads the pager leaves it.
  func endPage() {
    guard let pager else { return }
    let isInterrupted = pager.finish()
    self.pager = nil
    // Where it can't be told, there is nobody who could be told so.
    try? console.write(behindPage, to: .error)
    behindPage = []
    if Interruption.isKeyboard { Interruption.forget() }
    // A pager that it ended decided nothing else about it.
    if isInterrupted { Interruption.takeKey() }
    Interruption.release()
  }

  func write(_ bytes: [UInt8], to stream: StandardStream = .output) throws(ConsoleError) {
    if isMuted, stream == .output { return }
    if let pager {
      guard stream == .error else { return try pager.write(bytes) }
      return behindPage += bytes
    }
    guard isHolding else { return try send(bytes, to: stream) }
    heldCount += bytes.count
    // In its place: a copy for each line would cost the square of what is held.
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

  /// From now on nothing leaves; the mark is where what is said from now on begins, nil if nothing
  /// was held before.
  func hold() -> Mark? {
    defer { isHolding = true }
    return isHolding ? Mark(pieces: held.count, bytes: held.last?.bytes.count ?? 0) : nil
  }

  /// A place in what is held.
  struct Mark {
    fileprivate let pieces: Int
    /// Of the last of the pieces.
    fileprivate let bytes: Int
  }

  /// Forgets what was said behind a mark, or all of it: it did not come true.
  func drop(behind mark: Mark?) {
    guard let mark else { return drop() }
    held.removeLast(held.count - mark.pieces)
    if let last = held.indices.last {
      held[last].bytes.removeLast(held[last].bytes.count - mark.bytes)
    }
    heldCount = held.reduce(0) { $0 + $1.bytes.count }
  }

  /// Lets out what was held, and everything after it; errors also where answers can't be written.
  func release() throws(LostAnswers) {
    let pieces = held
    drop()
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
    if let lost { throw lost }
  }

  /// Why what was held did not all come out.
  struct LostAnswers: Error {
    let reason: ConsoleError
    /// Whether some of it confirms a write.
    fileprivate(set) var areConfirmations: Bool
  }

  /// What was said in one go.
  private struct Piece {
    let stream: StandardStream
    let isConfirmation: Bool
    var bytes: [UInt8]

    func continues(in next: Piece) -> Bool {
      stream == next.stream && isConfirmation == next.isConfirmation
    }
  }

  /// Runs `body` while answers are thrown away, if they are to be.
  func muting<Value>(if isWanted: Bool = true, _ body: () throws -> Value) rethrows -> Value {
    let wasMuted = isMuted
    isMuted = wasMuted || isWanted
    defer { isMuted = wasMuted }
    return try body()
  }

  /// What a line said, on both streams.
  struct Caught {
    var answers: [UInt8] = []
    var remarks: [UInt8] = []
  }

  /// Gives back what leaves while `body` runs, instead of letting it out.
  func catching(_ body: () -> Void) -> Caught {
    let outer = caught
    caught = Caught()
    defer { caught = outer }
    body()
    return caught ?? Caught()
  }

  /// What can't be told on standard error changes nothing: the status has to do.
  private func send(_ bytes: [UInt8], to stream: StandardStream) throws(ConsoleError) {
    if caught == nil, stream == .error {
      try? console.write(bytes, to: stream)
      return
    }
    guard caught != nil else { return try console.write(bytes, to: stream) }
    if stream == .output { caught?.answers += bytes } else { caught?.remarks += bytes }
  }

  private func drop() {
    held = []
    heldCount = 0
    isHolding = false
  }
}
