internal import Glibc

/// The name of this machine.
package enum HostName {
  /// Linux allows 64 bytes.
  private static let longest = 256

  /// Wraps gethostname(2); empty if the system has no name.
  ///
  /// Invalid UTF-8 is replaced.
  package static var current: String {
    var name = [CChar](repeating: 0, count: longest)
    guard unsafe gethostname(&name, longest - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
