package import Files

/// Bytes that are read once, from the beginning to the end.
package protocol ByteSource: AnyObject {
  /// The next bytes, some 64 KiB at most; empty at the end.
  func next() throws(ExchangeError) -> [UInt8]
}

/// Bytes that can be read from any offset.
package protocol ByteStore: AnyObject {
  /// The number of bytes; nil if it is unknown.
  var size: Int64? { get }
  /// Up to `count` bytes; fewer only before the end.
  func bytes(at offset: Int64, upTo count: Int) throws(ExchangeError) -> [UInt8]
}

/// The size of one read.
let chunkSize = 65_536

/// Counts the bytes that were read from files, for the progress line.
package final class InputMeter {
  package private(set) var done: Int64 = 0
  package var total: Int64 = 0
  private let goesOn: (_ done: Int64, _ total: Int64) -> Bool

  /// `goesOn` is called after each read; false ends the import.
  package init(while goesOn: @escaping (_ done: Int64, _ total: Int64) -> Bool = { _, _ in true }) {
    self.goesOn = goesOn
  }

  package func add(_ count: Int) throws(ExchangeError) {
    done += Int64(count)
    if !goesOn(done, total) { throw .interrupted }
  }
}

/// An open file.
package final class OpenFile: ByteStore {
  package let size: Int64?
  private let descriptor: Descriptor
  private let meter: InputMeter

  package init(_ descriptor: consuming Descriptor, _ meter: InputMeter) {
    size = FileStamp(of: descriptor)?.size
    self.descriptor = descriptor
    self.meter = meter
  }

  package func bytes(at offset: Int64, upTo count: Int) throws(ExchangeError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try descriptor.bytes(from: offset, upTo: count)
    } catch {
      throw .file(error)
    }
    try meter.add(bytes.count)
    return bytes
  }
}

/// A part of a store, read from its beginning.
final class Section: ByteSource {
  private let store: any ByteStore
  private var offset: Int64
  private var left: Int64
  private let place: InputPosition

  /// Without `count` it goes to the end of the store.
  init(_ store: any ByteStore, at offset: Int64 = 0, count: Int64? = nil, in place: InputPosition) {
    self.store = store
    self.offset = offset
    self.place = place
    left = count ?? .max
  }

  func next() throws(ExchangeError) -> [UInt8] {
    if left == 0 { return [] }
    let bytes = try store.bytes(at: offset, upTo: Int(min(left, Int64(chunkSize))))
    if bytes.isEmpty, left != .max { throw .badArchive(place, .cut) }
    offset += Int64(bytes.count)
    if left != .max { left -= Int64(bytes.count) }
    return bytes
  }
}

/// Bytes in memory.
package final class MemorySource: ByteSource, ByteStore {
  private var bytes: [UInt8]
  package var size: Int64? { Int64(bytes.count) }

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func next() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package func bytes(at offset: Int64, upTo count: Int) -> [UInt8] {
    guard offset >= 0, offset < bytes.count else { return [] }
    return Array(bytes[Int(offset)...].prefix(count))
  }
}

/// A stream that is read once, such as standard input.
package final class StreamSource: ByteSource {
  private let goesOn: () -> Bool
  private let read: () throws(FileError) -> [UInt8]

  /// `goesOn` is called after each read, which may have waited long; false ends the import.
  package init(
    while goesOn: @escaping () -> Bool = { true }, _ read: @escaping () throws(FileError) -> [UInt8]
  ) {
    self.goesOn = goesOn
    self.read = read
  }

  package func next() throws(ExchangeError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try read() } catch { throw .file(error) }
    if !goesOn() { throw .interrupted }
    return bytes
  }
}

/// Some first bytes, then the rest of their source.
final class PrefixedSource: ByteSource {
  private var head: [UInt8]
  private let rest: any ByteSource

  init(_ head: [UInt8], _ rest: any ByteSource) {
    self.head = head
    self.rest = rest
  }

  func next() throws(ExchangeError) -> [UInt8] {
    if head.isEmpty { return try rest.next() }
    defer { head = [] }
    return head
  }
}

extension ByteSource {
  /// All bytes; nil if there are more than `limit`.
  func all(limit: Int) throws(ExchangeError) -> [UInt8]? {
    var all: [UInt8] = []
    while case let part = try next(), !part.isEmpty {
      if all.count + part.count > limit { return nil }
      all += part
    }
    return all
  }

  /// The first `count` bytes, or all if there are fewer.
  func head(_ count: Int) throws(ExchangeError) -> [UInt8] {
    var head: [UInt8] = []
    while head.count < count, case let part = try next(), !part.isEmpty { head += part }
    return head
  }
}
