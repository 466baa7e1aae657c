import Foundation

/// A copy of the repository's `sample.db` that a test may change.
package struct SampleCopy: Sendable {
  package let folder: TemporaryFolder

  package var path: String { folder.file("sample.db") }

  package init(in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    try FileManager.default.copyItem(atPath: "\(Repository.path)/sample.db", toPath: path)
    guard chmod(path, 0o600) == 0 else { throw SystemFailure("chmod \(path)") }
  }
}
