import Foundation

/// A temporary folder of one test, removed after the last reference or at exit.
package final class TemporaryFolder: Sendable {
  package let path: String

  private static let lead = "profilectl-test.\(getpid())."

  /// Removes at exit the folders that are still referenced.
  private static let removal: Int32 = atexit {
    let parent = NSTemporaryDirectory()
    let names = try? FileManager.default.contentsOfDirectory(atPath: parent)
    for name in names ?? [] where name.hasPrefix(lead) { remove("\(parent)/\(name)") }
  }

  package init() throws {
    _ = TemporaryFolder.removal
    var template = Array("\(NSTemporaryDirectory())/\(TemporaryFolder.lead)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
    let made = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = URL(fileURLWithPath: made).resolvingSymlinksInPath().path
  }

  deinit {
    TemporaryFolder.remove(path)
  }

  /// The path of `name` in this folder, whether or not it exists.
  package func file(_ name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes `text` to the file `name` and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Makes a named pipe and returns a descriptor of both its ends, which the caller closes.
  package func makePipe(_ name: String) throws -> Int32 {
    guard mkfifo(file(name), 0o600) == 0 else { throw SystemFailure("mkfifo") }
    return open(file(name), O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  package func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The names in this folder, sorted.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  private static func remove(_ path: String) {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    unlock(path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Restores permissions that a test removed.
  private static func unlock(_ path: String) {
    chmod(path, 0o700)
    guard let names = FileManager.default.enumerator(atPath: path) else { return }
    for case let name as String in names {
      let file = "\(path)/\(name)"
      var status = stat()
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
      chmod(file, 0o700)
    }
  }
}
