import CommandLine
import Files
import Terminal

/// The file with the user's configuration.
struct ConfigurationFile {
  private static let mostBytes = 1 << 18

  private let folder: String
  var path: String { "\(folder)/config" }

  init(_ environment: ProcessEnvironment) throws {
    folder = try environment.configurationFolder()
  }

  /// Empty if there is no such file.
  func read() throws(FileError) -> ConfigurationText {
    // Most users have none, and an error takes longer than the question.
    if FileStamp.isMissing(path) { return ConfigurationText() }
    return ConfigurationText(try WholeFile.read(path, atMost: ConfigurationFile.mostBytes))
  }

  /// Changes the file that a link leads to, because many users link to their configuration; one
  /// process at a time.
  ///
  /// `body` returns whether it changes nothing.
  func change(
    _ body: (inout ConfigurationText) throws -> Bool
  ) throws -> (text: ConfigurationText, isUnchanged: Bool) {
    try PrivateFolder(path: folder).locked {
      var text = try read()
      let isUnchanged = try body(&text)
      if !isUnchanged { try WholeFile.replace(path, with: text.bytes) }
      return (text, isUnchanged)
    }
  }
}

extension CommandList {
  /// The same commands with the user's configuration.
  func configured(in environment: ProcessEnvironment) -> CommandList {
    guard let file = try? ConfigurationFile(environment) else {
      return configured(by: Configuration())
    }
    do throws(FileError) {
      return configured(
        by: Configuration(try file.read(), in: catalog, overridden: environment.overrides))
    } catch {
      return configured(
        by: Configuration(
          mistakes: [.init(number: 0, key: nil, mistake: .unreadable(error))]))
    }
  }
}

extension ProcessEnvironment {
  /// The first line of the configuration that can't be used; nil without one.
  func firstMistake(in configuration: Configuration) -> ConfigurationError? {
    guard let line = configuration.mistakes.first else { return nil }
    let path = (try? ConfigurationFile(self).path) ?? "config"
    return ConfigurationError(path: path, line: line)
  }

  /// Whether an environment variable overrides a key of the configuration.
  fileprivate func overrides(_ key: String) -> Bool {
    let names: [String] =
      switch key {
      case "color": ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"]
      case "show.light": ["COLORFGBG"]
      default: []
      }
    return names.contains { (try? variables.value($0)) != nil }
  }
}
