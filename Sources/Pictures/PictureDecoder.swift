internal import Glibc
import Model

/// Makes small copies of pictures in a child process with limits on memory and time.
///
/// No child survives a call.
package struct PictureDecoder: Sendable {
  /// Nil if the path of this program is unknown.
  private let childPath: String?
  private let patience: Duration

  /// Uses the child beside the running program; if it is missing, the first call reports that.
  package init() {
    childPath = PictureDecoder.folder.map { $0 + "/profilectl-picture" }
    patience = PictureLimits.patience
  }

  package init(childPath: String, patience: Duration = PictureLimits.patience) {
    (self.childPath, self.patience) = (childPath, patience)
  }

  /// Makes the tile, which is the middle of the picture as displayed, and a JPEG file of the whole
  /// picture.
  ///
  /// The JPEG file has no side above `PictureLimits.wholeSide`. Transparent pixels become the grey
  /// #808080, on which black and white drawings stay visible.
  ///
  /// `header` belongs to these bytes. `goesOn` is called at least ten times a second; false kills
  /// the child.
  package func copies(
    of bytes: [UInt8], with header: PictureHeader, while goesOn: () -> Bool = { true }
  ) throws(PictureError) -> Result<(tile: [UInt8], whole: [UInt8]), DecoderUnavailable> {
    let tile = Thumbnail.byteCount
    return try output(
      about: bytes, [String(header.orientation?.number ?? 1)], goesOn, isWhole: { $0.count >= tile }
    ).map { (Array($0.prefix(tile)), Array($0.dropFirst(tile))) }
  }

  /// Decodes the JPEG file of a whole picture: three bytes a pixel, in rows from the top.
  package func pixels(
    of file: [UInt8], while goesOn: () -> Bool = { true }
  ) throws(PictureError) -> Result<
    (width: Int, height: Int, pixels: [UInt8]), DecoderUnavailable
  > {
    func sides(_ output: [UInt8]) -> (Int, Int) {
      guard output.count > 4 else { return (0, 0) }
      return (Int(output[0]) << 8 | Int(output[1]), Int(output[2]) << 8 | Int(output[3]))
    }
    return try output(
      about: file, ["1", "draw"], goesOn,
      isWhole: { output in
        let (width, height) = sides(output)
        return width * height > 0 && output.count == width * height * 3 + 4
      }
    ).map { output in
      let (width, height) = sides(output)
      return (width, height, Array(output.dropFirst(4)))
    }
  }

  /// Why no picture can be decoded here; nil after a picture of one pixel was decoded.
  package var unavailability: DecoderUnavailable? {
    let picture: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
      + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    do throws(PictureError) {
      let header = try PictureHeader(reading: picture)
      if case .failure(let reason) = try copies(of: picture, with: header) { return reason }
      return nil
    } catch {
      return .crashed
    }
  }

  private func output(
    about bytes: [UInt8], _ arguments: [String], _ goesOn: () -> Bool,
    isWhole: ([UInt8]) -> Bool
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    guard let childPath else { return .failure(.noChild) }
    let result: ChildResult
    do throws(DecoderUnavailable) {
      var child = try DecodingChild(path: childPath, arguments: arguments, input: bytes)
      result = child.converse(
        atMost: PictureLimits.outputByteCount, until: Deadline(after: patience), while: goesOn)
    } catch {
      return .failure(error)
    }
    return try PictureDecoder.check(result, isWhole)
  }

  private static func check(
    _ result: ChildResult, _ isWhole: ([UInt8]) -> Bool
  ) throws(PictureError) -> Result<[UInt8], DecoderUnavailable> {
    if mayLackMemory(result.ending), let limit = DecodingChild.lackOfMemory {
      return .failure(limit)
    }
    switch result.ending {
    case .late: return .failure(.late)
    case .signal(SIGXCPU): throw .tooSlow
    case .starved: return .failure(.timeLimited)
    case .status(ChildStatus.done) where isWhole(result.output): return .success(result.output)
    case .status(ChildStatus.undecodable), .status(ChildStatus.tooLarge): throw .undecodable
    case .status(ChildStatus.truncated): throw .truncated
    case .status(ChildStatus.tooMuchMemory): throw .tooMuchMemory
    // A dynamic linker that finds no library ends with 127.
    case .status: return .failure(.notRunning)
    case .tooMuchOutput: throw .decoderFailed
    case .signal(let signal) where crashes.contains(signal): throw .decoderFailed
    case .signal, .unknown: return .failure(.ended)
    }
  }

  /// Whether a child without memory may end this way.
  ///
  /// A decoder may mistake a failed allocation for damage.
  private static func mayLackMemory(_ ending: ChildResult.Ending) -> Bool {
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
  /// The pixel data are incomplete.
  static let truncated: Int32 = 45
}
