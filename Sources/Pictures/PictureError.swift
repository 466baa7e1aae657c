/// Why a picture can't be decoded: a defect of the picture, or a failure that it caused.
package enum PictureError: Error, Equatable, Sendable {
  /// The bytes are of no supported format.
  case notAPicture
  case tooManyBytes(Int)
  case tooManyPixels(width: Int, height: Int)
  /// The file is incomplete.
  case truncated
  /// The file breaks the rules of its format.
  case undecodable
  /// Decoding exceeds the child's own time limit.
  case tooSlow
  case tooMuchMemory
  /// The child crashed, or wrote more than a thumbnail.
  case decoderFailed
}

/// Why no picture can be decoded now.
///
/// The cause is not the picture, and a retry may succeed.
package enum DecoderUnavailable: Error, Equatable {
  /// `profilectl-picture` is missing beside the program.
  case noChild
  /// The system can't start a child; the number is an `errno`.
  case notStarted(Int32)
  /// The file is another program, is for another machine, or lacks a library.
  case notRunning
  /// The child was killed, by a user or for lack of memory.
  case ended
  /// The child exceeded the time limit without using its processor time: it was stopped, or the
  /// machine is busy.
  case late
  /// The child failed on a picture that is known to be valid.
  case crashed
  /// An inherited limit is lower than the child's own limit of memory.
  case memoryLimited
  /// An inherited limit on data is too low.
  case dataLimited
  /// The child reached an inherited limit of processor time.
  case timeLimited
}
