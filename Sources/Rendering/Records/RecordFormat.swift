/// How records are written for programs.
package enum RecordFormat: Sendable, CaseIterable {
  /// One JSON document: a list is an array with one element a line.
  case json
  /// One JSON object a line.
  case ndjson
  /// RFC 4180, with a header.
  case csv
  /// Tab-separated with a header, special characters escaped.
  case tsv
  /// Tab-separated without a header, as lists leave on a pipe.
  case lines
}
