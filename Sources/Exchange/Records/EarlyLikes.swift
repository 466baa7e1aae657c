internal import Model
internal import Storage

/// A like as a source describes it.
struct LikeRecord {
  let post: Origin
  /// The owner of the source, if that is the user who likes.
  let owner: User.ID?
  let person: PersonName?
  let moment: Moment?
  let place: InputPosition
}

/// Likes that come before their posts, until the end of the import.
///
/// Each is a record of fields in bytes, so that the memory does not grow with their number.
final class EarlyLikes {
  private let bytes: SpooledBytes

  /// `folder` is the one for temporary files.
  init(in folder: String) { bytes = SpooledBytes(in: folder) }

  func keep(_ like: LikeRecord) throws(ExchangeError) {
    let record = like.fields.flatMap { field in
      // Zero is nil.
      EarlyLikes.bytes(of: field.map { $0.utf8.count + 1 } ?? 0) + Array((field ?? "").utf8)
    }
    try bytes.add(EarlyLikes.bytes(of: record.count) + record)
  }

  func each(_ take: (LikeRecord) throws -> Void) throws {
    var offset: Int64 = 0
    while let count = EarlyLikes.number(try bytes.bytes(at: offset, upTo: 4)[...]) {
      var rest = try bytes.bytes(at: offset + 4, upTo: count)[...]
      offset += Int64(4 + count)
      var fields: [String?] = []
      while let size = EarlyLikes.number(rest) {
        let field = rest.dropFirst(4).prefix(max(size - 1, 0))
        fields.append(size == 0 ? nil : String(decoding: field, as: UTF8.self))
        rest = rest[field.endIndex...]
      }
      if let like = LikeRecord(fields) { try take(like) }
    }
  }

  private static func bytes(of number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// The number in the first four bytes; nil at the end.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.isEmpty ? nil : bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension LikeRecord {
  fileprivate var fields: [String?] {
    [
      post.source, post.key, owner.map { String($0.number) }, person?.origin?.source,
      person?.origin?.key, person?.wish, person?.domain, moment.map { String($0.microseconds) },
      place.path, place.line.map(String.init), place.column.map(String.init),
    ]
  }

  /// Nil for other fields than those of a like.
  fileprivate init?(_ fields: [String?]) {
    guard fields.count == 11, let source = fields[0], let key = fields[1], let path = fields[8]
    else { return nil }
    post = Origin(source, key)
    owner = fields[2].flatMap { Int64($0) }.map { User.ID($0) }
    let origin = fields[3].flatMap { source in fields[4].map { Origin(source, $0) } }
    person = fields[5].map { PersonName(origin, wish: $0, domain: fields[6]) }
    moment = fields[7].flatMap { Int64($0) }.map { Moment(microseconds: $0) }
    place = InputPosition(
      path, line: fields[9].flatMap { Int($0) }, column: fields[10].flatMap { Int($0) })
  }
}
