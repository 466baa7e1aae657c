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
  package func thumbnail(of bytes: [UInt8]) throws(PictureError) -> [UInt8] {
    let header = try PictureHeader(reading: bytes)
    guard let childPath else { throw .decoderMissing(.child) }
    var child = try DecodingChild(path: childPath, input: bytes)
    let answer = child.converse(
      atMost: PictureLimits.thumbnailByteCount, until: Deadline(after: patience))
    return try PictureDecoder.judge(answer, of: header.format)
  }

  private static func judge(
    _ answer: ChildAnswer, of format: PictureFormat
  ) throws(PictureError) -> [UInt8] {
    switch answer.ending {
    case .late: throw .tooSlow
    case .signal(SIGXCPU): throw .tooSlow
    case .status(ChildStatus.done)
    where answer.output.count == PictureLimits.thumbnailByteCount:
      return answer.output
    case .status(ChildStatus.noLibrary): throw .decoderMissing(.library)
    case .status(ChildStatus.noLoader): throw .decoderMissing(.loader(format))
    case .status(ChildStatus.undecodable), .status(ChildStatus.tooLarge): throw .undecodable
    case .status(ChildStatus.truncated): throw .truncated
    case .status(ChildStatus.tooMuchMemory): throw .tooMuchMemory
    case .status, .signal, .talkative: throw .decoderFailed
    }
  }

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
