internal import Files

/// The files of a folder or an archive, or one file by itself, by their names.
///
/// Only plain files with harmless names are listed; nothing is ever unpacked to the disk.
package protocol InputTree: AnyObject {
  /// The path for reports.
  var path: String { get }
  /// In the order of the tree.
  var names: EntryNames { get }
  /// Entries that are links or devices, or whose names lead out of the tree.
  var unsafeNames: [String] { get }
  /// Whether the input can be read only once.
  var isStream: Bool { get }
  func contains(_ name: String) -> Bool
  /// The content of a file of the list.
  func open(_ name: String) throws(ExchangeError) -> any ByteSource
  /// Refuses damage that the first records do not reveal.
  func check() throws(ExchangeError)
}

/// Names that are made when they are asked for: a million of them would take 60 MB.
package typealias EntryNames = AnyRandomAccessCollection<String>

extension InputTree {
  package var isStream: Bool { false }

  func check() {}

  /// Whether the input is a file by itself.
  var isOneFile: Bool { names.count == 1 && names.first == "" }

  /// How a file is named in reports.
  func path(of name: String) -> String { name.isEmpty ? path : "\(path)!\(name)" }

  /// The first name whose last component this is.
  func name(ending last: String) -> String? {
    names.first { $0 == last || $0.hasSuffix("/" + last) }
  }

  /// A JSON reader of a file; nil if there is none.
  func json(_ name: String) throws(ExchangeError) -> JSONReader? {
    contains(name) ? JSONReader(try open(name), of: path(of: name)) : nil
  }
}

/// Entries of an archive by name, in little memory.
struct EntryList {
  private static let most = 1_000_000
  private static let mostBytes = 16 << 20

  private var text: [UInt8] = []
  private var ends: [Int32] = []
  private(set) var offsets: [Int64] = []
  private var order: [Int32] = []
  /// The beginnings of unsafe names.
  private(set) var unsafe: [String] = []
  private var unsafeBytes = 0

  var count: Int { ends.count }
  var names: EntryNames { EntryNames((0..<count).lazy.map(name)) }
  var isFull: Bool { ends.count + unsafe.count >= EntryList.most }
  var hasLongNames: Bool { text.count + unsafeBytes > EntryList.mostBytes }

  mutating func reserve(_ count: Int) {
    ends.reserveCapacity(count)
    offsets.reserveCapacity(count)
  }

  mutating func append(_ name: String, at offset: Int64) {
    text += name.utf8
    ends.append(Int32(text.count))
    offsets.append(offset)
  }

  mutating func appendUnsafe(_ name: String) {
    let start = String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
    unsafe.append(start)
    // A string takes 16 bytes, and a longer one another 32.
    unsafeBytes += start.utf8.count + 48
  }

  func name(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  private func bytes(_ index: Int) -> ArraySlice<UInt8> {
    text[Int(index == 0 ? 0 : ends[index - 1])..<Int(ends[index])]
  }

  /// Prepares the search; the last of equal names is found.
  mutating func sort() {
    order = (0..<Int32(ends.count)).sorted { left, right in
      let (one, other) = (bytes(Int(left)), bytes(Int(right)))
      if one.elementsEqual(other) { return left < right }
      return one.lexicographicallyPrecedes(other)
    }
  }

  /// The offset that was appended with a name.
  func offset(of name: String) -> Int64? {
    let sought = Array(name.utf8)[...]
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if sought.lexicographicallyPrecedes(bytes(Int(order[middle]))) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    guard low > 0, bytes(Int(order[low - 1])).elementsEqual(sought) else { return nil }
    return offsets[Int(order[low - 1])]
  }

  /// Whether a name leads to a place within the archive.
  static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0) && !name.contains("\\")
      && !name.split(separator: "/", omittingEmptySubsequences: false).contains("..")
  }
}

/// The plain files of a folder, except those of the database; links are not followed.
final class FolderTree: InputTree {
  let path: String
  var names: EntryNames { EntryNames(files) }
  private var files: [String] = []
  private(set) var unsafeNames: [String] = []
  private let meter: InputMeter
  /// The files of the database.
  ///
  /// Closing one would drop the locks of this process.
  private let others: [FileStamp]

  init(_ path: String, _ meter: InputMeter, except others: [String]) throws(ExchangeError) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.meter = meter
    self.others = others.compactMap { FileStamp(following: $0) }
    try list("", depth: 0)
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func list(_ folder: String, depth: Int) throws(ExchangeError) {
    if depth > 64 { throw .badArchive(InputPosition(path), .over(.nesting)) }
    let children: [String]
    do throws(FileError) {
      children = try Folder.names(folder.isEmpty ? path : "\(path)/\(folder)")
    } catch { throw .file(error) }
    for child in children {
      let name = folder.isEmpty ? child : "\(folder)/\(child)"
      guard let stamp = FileStamp(of: "\(path)/\(name)") else { continue }
      if stamp.isFolder {
        try list(name, depth: depth + 1)
      } else if !stamp.isRegular {
        unsafeNames.append(name)
      } else if !others.contains(where: stamp.isSameFile(as:)) {
        files.append(name)
        meter.total += stamp.size
      }
      if files.count + unsafeNames.count > 1_000_000 {
        throw .badArchive(InputPosition(path), .over(.entries))
      }
    }
  }

  func contains(_ name: String) -> Bool {
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if files[middle].utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < files.count && files[low] == name
  }

  func open(_ name: String) throws(ExchangeError) -> any ByteSource {
    let whole = "\(path)/\(name)"
    do throws(FileError) {
      let file = try Descriptor.plain(whole)
      return Section(OpenFile(file, meter), in: InputPosition(whole))
    } catch { throw .file(error) }
  }

  func path(of name: String) -> String { "\(path)/\(name)" }
}

/// One file, under the empty name.
final class SingleFile: InputTree {
  let path: String
  var names: EntryNames { EntryNames([""]) }
  let unsafeNames: [String]
  /// The file, if it can be read from any offset.
  let store: (any ByteStore)?
  let isStream: Bool
  private let isPacked: Bool
  private let content: () throws(ExchangeError) -> any ByteSource

  init(
    _ path: String, store: (any ByteStore)? = nil, besides unsafeNames: [String] = [],
    isStream: Bool = false, isPacked: Bool = false,
    _ content: @escaping () throws(ExchangeError) -> any ByteSource
  ) {
    self.path = path
    self.store = store
    self.unsafeNames = unsafeNames
    self.isStream = isStream
    self.isPacked = isPacked
    self.content = content
  }

  func contains(_ name: String) -> Bool { name.isEmpty }

  func open(_ name: String) throws(ExchangeError) -> any ByteSource { try content() }

  func check() throws(ExchangeError) {
    guard isPacked else { return }
    if isStream { throw .badArchive(InputPosition(path), .readTwice) }
    let source = try content()
    while !(try source.next()).isEmpty {}
  }
}

/// Opens a folder, an archive, or one file.
package enum InputPath {
  /// `others` are the files of the database, which are never opened.
  package static func open(
    _ path: String, _ meter: InputMeter, unlessSameAs others: [String] = []
  ) throws(ExchangeError) -> any InputTree {
    if FileStamp(following: path)?.isFolder == true {
      return try FolderTree(path, meter, except: others)
    }
    let file: OpenFile
    do throws(FileError) {
      if others.contains(where: { FileStamp.isSameFile(path, $0) }) {
        throw FileError(path, .open, .excluded)
      }
      file = OpenFile(try Descriptor.plain(path, followingLinks: true), meter)
    } catch { throw .file(error) }
    meter.total += file.size ?? 0
    let place = InputPosition(path)
    let head = try file.bytes(at: 0, upTo: 512)
    if head.starts(with: [0x50, 0x4B, 3, 4]) || head.starts(with: [0x50, 0x4B, 5, 6]) {
      return try ZipArchive(file, path)
    }
    if head.starts(with: [0x1F, 0x8B]) {
      let unpacked = UnpackedStore(file, at: place)
      if TarArchive.isTar(try unpacked.bytes(at: 0, upTo: 512)) {
        return try TarArchive(unpacked, path)
      }
      return SingleFile(path, isPacked: true) { () throws(ExchangeError) in
        Inflater(Section(file, in: place), .gzip, Inflater.Budget(size: file.size), at: place)
      }
    }
    if TarArchive.isTar(head) { return try TarArchive(file, path) }
    return SingleFile(path, store: file) { () throws(ExchangeError) in Section(file, in: place) }
  }

  /// One file that is read from a stream; it may be packed with gzip.
  package static func stream(_ source: any ByteSource) throws(ExchangeError) -> any InputTree {
    let place = InputPosition("-")
    let head = try source.head(512)
    if head.starts(with: [0x50, 0x4B, 3, 4]) { throw .badArchive(place, .notSeekable) }
    var content: any ByteSource = PrefixedSource(head, source)
    let isPacked = head.starts(with: [0x1F, 0x8B])
    if isPacked { content = Inflater(content, .gzip, Inflater.Budget(size: nil), at: place) }
    let beginning = try content.head(chunkSize)
    if TarArchive.isTar(beginning) { throw .badArchive(place, .notSeekable) }
    let rest = StreamRest(content, place)
    return SingleFile("-", isStream: true, isPacked: isPacked) { () throws(ExchangeError) in
      PrefixedSource(beginning, StreamPass(rest))
    }
  }
}

/// The part of a stream after its beginning, which only one pass can read.
private final class StreamRest {
  private let source: any ByteSource
  private let place: InputPosition
  private weak var reader: StreamPass?
  private var isTaken = false

  init(_ source: any ByteSource, _ place: InputPosition) {
    self.source = source
    self.place = place
  }

  fileprivate func next(for pass: StreamPass) throws(ExchangeError) -> [UInt8] {
    if isTaken, reader !== pass { throw .badArchive(place, .readTwice) }
    let bytes = try source.next()
    // A stream that ends with its beginning can be read by every pass.
    if bytes.isEmpty { return [] }
    (isTaken, reader) = (true, pass)
    return bytes
  }
}

/// One pass over the part of a stream after its beginning.
private final class StreamPass: ByteSource {
  private let rest: StreamRest

  init(_ rest: StreamRest) { self.rest = rest }

  func next() throws(ExchangeError) -> [UInt8] { try rest.next(for: self) }
}
