import Foundation
import Testing

extension Golden {
  /// Compares the text with a generated file of the repository, byte by byte.
  package static func expect(
    _ actual: String, inRepositoryFile path: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let place = URL(fileURLWithPath: "\(Repository.path)/\(path)")
    compare(actual, with: place, what: path, location: location)
  }
}
