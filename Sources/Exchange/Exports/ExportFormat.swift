/// A format that can be exported.
package struct ExportFormat: Sendable {
  package let name: String
  /// The file name extensions of the format.
  package var endings: [String] = []
  package var isFolder = false
  /// Whether the files are for a web server, so that other users may read them.
  package var isForWeb = false
  /// Whether an export has one user instead of a network.
  package var isOfUser = false
  let write: @Sendable (_ export: Export) throws -> Void

  package static let all: [ExportFormat] = [
    .ndjson, .csv, .site, .edges, .graphML, .gexf, .dot, .accounts, .jsonFeed, .atom,
    .rss, .activityStreams, .twtxt,
  ]

  /// The format that the extension of a path names.
  package static func ending(_ path: String) -> ExportFormat? {
    all.first { format in format.endings.contains { path.hasSuffix($0) } }
  }
}
