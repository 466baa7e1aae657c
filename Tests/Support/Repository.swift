import Foundation

/// The folder this package was checked out to.
package enum Repository {
  package static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}
