/// A defect of a picture, or a failure over it, unlike `DecoderUnavailable`.
package enum PictureError: Error, Equatable, Sendable {
  /// The bytes begin like no supported format.
  case notAPicture
  case tooManyBytes(Int)
  case tooManyPixels(width: Int, height: Int)
  /// The file ends before the picture does.
  case truncated
  /// The file breaks the rules of its format.
  case undecodable
  /// Decoding takes longer than the child's own limit.
  case tooSlow
  case tooMuchMemory
  /// The child crashed, or wrote more than a thumbnail.
  case decoderFailed
}

/// Why no picture can be decoded now; it says nothing about the picture, and a retry may succeed.
package enum DecoderUnavailable: Error, Equatable {
  /// `profilectl-picture` is missing beside the program.
  case noChild
  /// The system can't start a child, with its `errno`.
  case notStarted(Int32)
  /// The child is another program, for another machine, or lacks a library.
  case notRunning
  /// The child was killed, by a user or for lack of memory.
  case ended
  /// The child exceeded its time without using its processor time, because it was stopped or the
  /// machine is busy.
  case late
  /// It crashed over a stored picture.
  case crashed
  /// An inherited limit leaves the child less memory than it allows itself.
  case memoryLimited
  /// The same for a limit on data.
  case dataLimited
  /// The same for a limit on processor time.
  case timeLimited
}
