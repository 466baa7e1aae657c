internal import CZlib

/// Unpacks deflated bytes with zlib; an instance never moves.
@safe final class Inflater: ByteSource {
  enum Wrapper: Int32 {
    case raw = -15
    case gzip = 31
  }

  /// Bounds the bytes that are unpacked from one archive.
  final class Budget {
    private let limit: Int64
    private var spent: Int64 = 0

    /// `size` is that of the packed file; nil for a stream.
    init(size: Int64?) {
      limit = size.map { min($0 &* 1_100 + 65_536, 64 << 30) } ?? 64 << 30
    }

    func spend(_ count: Int, at place: InputPosition) throws(ExchangeError) {
      spent += Int64(count)
      if spent > limit { throw .badArchive(place, .over(limit == 64 << 30 ? .unpacked : .ratio)) }
    }
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let wrapper: Wrapper
  private let source: any ByteSource
  /// Nil if the caller charges a budget itself.
  private let budget: Budget?
  private let place: InputPosition
  private var packed: [UInt8] = []
  private var position = 0
  private var isDone = false
  /// The number of unpacked bytes.
  private(set) var count: Int64 = 0
  private var checksum: UInt = 0
  /// Called at the end with the checksum and the number of bytes.
  var atEnd: ((_ checksum: UInt32, _ count: Int64) -> Bool)?

  /// Wraps `inflateInit2`.
  init(_ source: any ByteSource, _ wrapper: Wrapper, _ budget: Budget?, at place: InputPosition) {
    self.source = source
    self.wrapper = wrapper
    self.budget = budget
    self.place = place
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe _ = inflateInit2_(
      stream, wrapper.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    unsafe _ = inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func next() throws(ExchangeError) -> [UInt8] {
    while !isDone {
      if position == packed.count {
        packed = try source.next()
        position = 0
        if packed.isEmpty { throw .badArchive(place, .cut) }
      }
      let bytes = try step()
      if bytes.isEmpty { continue }
      count += Int64(bytes.count)
      try budget?.spend(bytes.count, at: place)
      if atEnd != nil { unsafe checksum = crc32_z(checksum, bytes, bytes.count) }
      return bytes
    }
    return []
  }

  /// Wraps `inflate`: some bytes, none where more input is needed.
  private func step() throws(ExchangeError) -> [UInt8] {
    var status: Int32 = Z_OK
    let available = packed.count - position
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: chunkSize) { output, count in
      unsafe packed.withUnsafeMutableBufferPointer { input in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + position }
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(chunkSize)
        unsafe status = inflate(stream, Z_NO_FLUSH)
        count = unsafe chunkSize - Int(stream.pointee.avail_out)
      }
    }
    position = unsafe packed.count - Int(stream.pointee.avail_in)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: try finishMember(with: bytes)
    default: throw .badArchive(place, .damaged("deflate"))
    }
    return bytes
  }

  /// A gzip file may have several members, one after the other (RFC 1952, section 2.2).
  private func finishMember(with bytes: [UInt8]) throws(ExchangeError) {
    if wrapper == .gzip {
      if position == packed.count {
        packed = try source.next()
        position = 0
      }
      // Zeros after the last member only fill a block of a tape.
      if position < packed.count, packed[position] == 0x1F {
        unsafe _ = inflateReset(stream)
        return
      }
    }
    isDone = true
    guard let atEnd else { return }
    unsafe checksum = crc32_z(checksum, bytes, bytes.count)
    let isRight = atEnd(UInt32(truncatingIfNeeded: checksum), count + Int64(bytes.count))
    if !isRight { throw .badArchive(place, .wrongChecksum) }
    self.atEnd = nil
  }

  /// Another inflater in the same state, for the same input from `source` on: `inflateCopy`.
  private init(copy other: Inflater, _ source: any ByteSource) {
    self.source = source
    wrapper = other.wrapper
    budget = other.budget
    place = other.place
    (isDone, count) = (other.isDone, other.count)
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe _ = inflateCopy(stream, other.stream)
  }

  func copy(reading source: any ByteSource) -> Inflater { Inflater(copy: self, source) }

  /// The number of bytes of the last piece of input that are still packed.
  var unread: Int { packed.count - position }
}

/// Checks a stored entry of a zip while it is read.
final class CheckedSource: ByteSource {
  private let source: any ByteSource
  private let expected: UInt32
  private let place: InputPosition
  private var checksum: UInt = 0

  init(_ source: any ByteSource, checksum expected: UInt32, at place: InputPosition) {
    self.source = source
    self.expected = expected
    self.place = place
  }

  func next() throws(ExchangeError) -> [UInt8] {
    let bytes = try source.next()
    if bytes.isEmpty {
      guard UInt32(truncatingIfNeeded: checksum) == expected else {
        throw .badArchive(place, .wrongChecksum)
      }
    }
    unsafe checksum = crc32_z(checksum, bytes, bytes.count)
    return bytes
  }
}

/// A gzip file whose content can be read from any offset.
///
/// It keeps up to 128 checkpoints of some 40 KB each. A read continues from the last one before its
/// offset. Bytes that are unpacked again have a separate bound.
final class UnpackedStore: ByteStore {
  private static let mostCheckpoints = 128

  private struct Checkpoint {
    let inflater: Inflater
    /// The offset of its next byte in the packed file.
    let packed: Int64
  }

  let size: Int64? = nil
  private let file: any ByteStore
  private let place: InputPosition
  private let budget: Inflater.Budget
  /// The number of bytes that were unpacked at least once.
  private var unpacked: Int64 = 0
  /// The number of bytes that may be unpacked again.
  private var rest: Int64
  private var checkpoints: [Checkpoint] = []
  /// The distance between two checkpoints.
  private var stride: Int64 = 1 << 20
  private var reader: Inflater
  private var input: CountingSource
  /// The last piece that was unpacked.
  private var piece: [UInt8] = []
  private var pieceStart: Int64 = 0

  init(_ file: any ByteStore, at place: InputPosition) {
    self.file = file
    self.place = place
    budget = Inflater.Budget(size: file.size)
    // A small archive is read again and again by design: once for each file that is named.
    rest = max(64 << 20, (file.size ?? 0) &* 1_100)
    input = CountingSource(Section(file, in: place), at: 0)
    reader = Inflater(input, .gzip, nil, at: place)
  }

  func bytes(at offset: Int64, upTo count: Int) throws(ExchangeError) -> [UInt8] {
    let start = checkpoints.last { $0.inflater.count <= offset }
    if offset < pieceStart || (start?.inflater.count ?? 0) > reader.count { resume(from: start) }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let position = offset + Int64(bytes.count) - pieceStart
      if position < Int64(piece.count) {
        bytes += piece[Int(position)...].prefix(count - bytes.count)
        continue
      }
      pieceStart += Int64(piece.count)
      piece = try reader.next()
      if piece.isEmpty { break }
      if reader.count > unpacked {
        try budget.spend(Int(reader.count - unpacked), at: place)
        unpacked = reader.count
      } else {
        rest -= Int64(piece.count)
        if rest < 0 { throw .badArchive(place, .over(.ratio)) }
      }
      keepCheckpoint()
    }
    return bytes
  }

  private func keepCheckpoint() {
    let next = (checkpoints.last.map { $0.inflater.count } ?? 0) + stride
    guard reader.count >= next else { return }
    if checkpoints.count == UnpackedStore.mostCheckpoints {
      checkpoints = checkpoints.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      stride *= 2
    }
    let packed = input.offset - Int64(reader.unread)
    checkpoints.append(Checkpoint(inflater: reader.copy(reading: MemorySource([])), packed: packed))
  }

  /// Continues from a checkpoint, or from the beginning if it is nil.
  private func resume(from checkpoint: Checkpoint?) {
    input = CountingSource(
      Section(file, at: checkpoint?.packed ?? 0, in: place), at: checkpoint?.packed ?? 0)
    reader =
      checkpoint.map { $0.inflater.copy(reading: input) } ?? Inflater(input, .gzip, nil, at: place)
    piece = []
    pieceStart = checkpoint.map { $0.inflater.count } ?? 0
  }
}

/// Reads a source and counts its offset.
private final class CountingSource: ByteSource {
  private let source: any ByteSource
  private(set) var offset: Int64

  init(_ source: any ByteSource, at offset: Int64) {
    self.source = source
    self.offset = offset
  }

  func next() throws(ExchangeError) -> [UInt8] {
    let bytes = try source.next()
    offset += Int64(bytes.count)
    return bytes
  }
}
