/// The forms an answer can have.
enum OutputFormat: String, CaseIterable, Sendable {
  case text, json, ndjson, csv, tsv
  case svg, html

  /// Those of most commands.
  static let general: [OutputFormat] = [.text, .json, .ndjson, .csv, .tsv]

  /// Those of commands that draw a profile.
  static let drawn = general + [.svg, .html]

  var isJSON: Bool { self == .json || self == .ndjson }
}
