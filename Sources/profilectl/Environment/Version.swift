/// The program's own version, after semver.org.
enum Version {
  static let number = "0.1.0"
  /// The date of the manual, as mdoc(7) writes dates.
  static let date = "November 21, 2026"
}
