internal import Glibc

/// Makes each thumbnail in a child process with limits on memory and time.
///
/// No child survives a call.
package struct PictureDecoder: Sendable {
  /// Nil if the path of this program is unknown.
  private let childPath: String?
  private let patience: Duration

  /// Uses the child beside the running program; a missing child shows at the first call.
  package init() {
    childPath = PictureDecoder.folder.map { $0 + "/profilectl-picture" }
    patience = PictureLimits.patience
  }

  package init(childPath: String, patience: Duration = PictureLimits.patience) {
    self.childPath = childPath
    self.patience = patience
  }

  /// The middle of the picture as displayed, with the size and format of `PictureLimits`.
  ///
  /// Transparent pixels show the grey #808080, on which black and white drawings stay visible.
  ///
  /// `header` belongs to these bytes. `goesOn` is asked at least ten times a second; false kills
  /// the child.
  package func thumbnail(
    of bytes: [UInt8], with header: PictureHeader, while goesOn: () -> Bool = { true }
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    switch answer(about: bytes, header.orientation, goesOn) {
    case .success(let answer): return try PictureDecoder.judge(answer)
    case .failure(let hindrance): return .failure(hindrance)
    }
  }

  private func answer(
    about bytes: [UInt8], _ orientation: Orientation?, _ goesOn: () -> Bool
  ) -> Result<ChildAnswer, DecoderUnavailable> {
    guard let childPath else { return .failure(.noChild) }
    do throws(DecoderUnavailable) {
      let argument = String(orientation?.number ?? 1)
      var child = try DecodingChild(path: childPath, argument: argument, input: bytes)
      return .success(
        child.converse(
          atMost: PictureLimits.thumbnailByteCount, until: Deadline(after: patience),
          while: goesOn))
    } catch {
      return .failure(error)
    }
  }

  private static func judge(
    _ answer: ChildAnswer
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    if mayLackMemory(answer.ending), let limit = DecodingChild.lackOfMemory {
      return .failure(limit)
    }
    switch answer.ending {
    case .late: return .failure(.late)
    case .signal(SIGXCPU): throw .tooSlow
    case .starved: return .failure(.timeLimited)
    case .status(ChildStatus.done)
    where answer.output.count == PictureLimits.thumbnailByteCount:
      return .success(answer.output)
    case .status(ChildStatus.undecodable), .status(ChildStatus.tooLarge): throw .undecodable
    case .status(ChildStatus.truncated): throw .truncated
    case .status(ChildStatus.tooMuchMemory): throw .tooMuchMemory
    // A dynamic linker that finds no library ends with 127.
    case .status: return .failure(.notRunning)
    case .talkative: throw .decoderFailed
    case .signal(let signal) where crashes.contains(signal): throw .decoderFailed
    case .signal, .unknown: return .failure(.ended)
    }
  }

  /// Whether a child without memory may end this way: a decoder may take a failed allocation for
  /// damage.
  private static func mayLackMemory(_ ending: ChildAnswer.Ending) -> Bool {
    switch ending {
    case .status(ChildStatus.tooMuchMemory), .status(ChildStatus.undecodable): true
    case .signal(let signal): crashes.contains(signal)
    default: false
    }
  }

  /// Signals that a process causes itself.
  private static let crashes: Set<Int32> = [
    SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ,
  ]

  private static var folder: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe readlink("/proc/self/exe", base, bytes.count)
    }
    guard count > 0, count < buffer.count else { return nil }
    guard let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(validating: buffer[..<slash], as: UTF8.self)
  }
}

/// The exit statuses of `profilectl-picture`, which lists them in `ChildExit`.
private enum ChildStatus {
  static let done: Int32 = 0
  static let undecodable: Int32 = 42
  static let tooMuchMemory: Int32 = 43
  /// The decoder found another size than the header.
  static let tooLarge: Int32 = 44
  /// The pixel data end too early.
  static let truncated: Int32 = 45
}
