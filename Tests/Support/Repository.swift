import Foundation

/// The checkout of this package.
package enum Repository {
  package static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}
