import Foundation

/// A folder of one test's own, removed with everything in it when the last reference goes.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    var template = Array("\(NSTemporaryDirectory())/profilectl-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
    let made = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = URL(fileURLWithPath: made).resolvingSymlinksInPath().path
  }

  deinit {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    unlock()
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` in this folder, whether or not it exists.
  package func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes `text` to a file of that name and gives back its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  package func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The names in this folder, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// A test may have taken away the right to delete.
  private func unlock() {
    chmod(path, 0o700)
    guard let names = FileManager.default.enumerator(atPath: path) else { return }
    for case let name as String in names {
      var status = stat()
      guard lstat(file(name), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod(file(name), 0o700)
    }
  }
}
