/// The program's own version, after semver.org.
enum Version {
  static let number = "0.1.0"
}
