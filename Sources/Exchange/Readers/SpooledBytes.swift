internal import Files

/// Bytes that are gathered in pieces and read again: in memory, and beyond 4 MiB in a file without
/// a name.
final class SpooledBytes: ByteStore {
  private static let mostInMemory = 4 << 20

  private let folder: String
  /// At most as many bytes as stay in memory.
  private(set) var beginning: [UInt8] = []
  private var rest: Descriptor?
  private var count: Int64 = 0

  var size: Int64? { count }

  /// `folder` is the one for temporary files.
  init(in folder: String) { self.folder = folder }

  func add(_ bytes: [UInt8]) throws(ExchangeError) {
    count += Int64(bytes.count)
    if count <= SpooledBytes.mostInMemory {
      beginning += bytes
      return
    }
    do throws(FileError) {
      if rest == nil { rest = try Descriptor.unnamed(in: folder) }
      try rest?.write(bytes)
    } catch { throw .temporaryFolder(folder, error) }
  }

  func bytes(at offset: Int64, upTo most: Int) throws(ExchangeError) -> [UInt8] {
    let inMemory = Int64(beginning.count)
    if offset < inMemory { return Array(beginning[Int(offset)...].prefix(most)) }
    do throws(FileError) {
      return try rest?.bytes(from: offset - inMemory, upTo: most) ?? []
    } catch {
      throw .temporaryFolder(folder, error)
    }
  }
}
