import Foundation
import Testing

extension Golden {
  /// Compares byte by byte with a file of the repository that is made by the program.
  package static func expect(
    _ actual: String, inRepositoryFile path: String,
    location: SourceLocation = #_sourceLocation
  ) {
    let place = URL(fileURLWithPath: "\(Repository.path)/\(path)")
    compare(actual, with: place, what: path, location: location)
  }
}
