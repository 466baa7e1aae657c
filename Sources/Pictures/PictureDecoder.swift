internal import Glibc

/// Makes thumbnails, each in a process of its own with bounds on memory and time.
///
/// Nothing of that process is left when a call returns, however it ends.
package struct PictureDecoder: Sendable {
  /// Nil where the system does not say where the program lies.
  private let childPath: String?
  private let patience: Duration

  /// The child that was installed beside the running program; whether it is there shows later.
  package init() {
    childPath = PictureDecoder.folder.map { $0 + "/profilectl-picture" }
    patience = PictureLimits.patience
  }

  package init(childPath: String, patience: Duration = PictureLimits.patience) {
    self.childPath = childPath
    self.patience = patience
  }

  /// The middle of the picture as it is shown, scaled to the size and form of `PictureLimits`.
  ///
  /// What is transparent shows the grey #808080, on which neither black nor white drawings vanish.
  ///
  /// `header` is theirs; `goesOn` is asked ten times a second or more often, and where it says no
  /// the child is ended.
  package func thumbnail(
    of bytes: [UInt8], with header: PictureHeader, while goesOn: () -> Bool = { true }
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    switch answer(about: bytes, header.orientation, goesOn) {
    case .success(let answer): return try PictureDecoder.judge(answer, of: header.format)
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
    _ answer: ChildAnswer, of format: PictureFormat
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
    case .status(ChildStatus.noLibrary): return .failure(.noLibrary)
    case .status(ChildStatus.noLoader): return .failure(.noLoader(format))
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

  /// Whether a child that gets no memory may end so.
  ///
  /// Some of its libraries crash over it, and those for GIF and WebP call the picture damaged
  /// (gdk-pixbuf 2.42.10).
  private static func mayLackMemory(_ ending: ChildAnswer.Ending) -> Bool {
    switch ending {
    case .status(ChildStatus.tooMuchMemory), .status(ChildStatus.undecodable): true
    case .signal(let signal): crashes.contains(signal)
    default: false
    }
  }

  /// What the system sends to a process for what that has done itself.
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
