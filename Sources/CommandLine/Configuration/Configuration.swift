import Model

/// The defaults of options and the aliases that a user has set.
///
/// The command line and the environment override the configuration.
package struct Configuration: Sendable {
  /// The option that ignores the configuration.
  package static let ignoreSwitch = Switch("no-config", "Ignore the configuration.")
  package static let aliasPrefix = "alias."

  /// A name for the first words of a line.
  package struct Alias: Sendable {
    package let name: String
    package let words: [Token]
  }

  /// Valid settings in order; the last one of a key counts.
  private let settings: [ConfigurationText.Setting]
  /// In their order; each name occurs once.
  package let aliases: [Alias]
  /// The invalid lines, in order.
  package let mistakes: [ConfigurationMistake.Line]

  package init(
    settings: [ConfigurationText.Setting] = [], aliases: [Alias] = [],
    mistakes: [ConfigurationMistake.Line] = []
  ) {
    (self.settings, self.aliases, self.mistakes) = (settings, aliases, mistakes)
  }

  package func alias(named name: String) -> Alias? { aliases.first { $0.name == name } }

  package func defaults(for declaration: Declaration) -> [GivenOption] {
    if settings.isEmpty { return [] }
    return (declaration.options + GlobalOptions.shapes).compactMap { shape in
      guard let key = shape.key, let value = settings.last(where: { $0.key == key })?.value
      else { return nil }
      if shape.value == nil, value != "true" { return nil }
      return GivenOption(name: shape.name, value: Array(value.utf8), token: .word(value))
    }
  }
}

/// A key of the configuration, and the option whose default it sets.
package struct ConfigurationKey: Sendable {
  package let name: String
  /// Created on demand, because a start reads few options.
  package let option: @Sendable () -> OptionShape
  private static let switchValues = ["true", "false"]

  package init(_ name: String, _ option: @escaping @Sendable () -> OptionShape) {
    (self.name, self.option) = (name, option)
  }

  /// The alias that a key defines; nil for other keys.
  package static func alias(_ key: String) -> String? {
    key.hasPrefix(Configuration.aliasPrefix)
      ? String(key.dropFirst(Configuration.aliasPrefix.count)) : nil
  }

  /// The possible values; nil if any value may be set.
  package var choices: [String]? {
    let option = option()
    return option.value == nil ? ConfigurationKey.switchValues : option.value?.completion.choices
  }

  package var fallback: String? {
    let option = option()
    return option.value == nil ? "false" : option.value?.fallback?()
  }

  package func check(_ value: String) throws(ConfigurationMistake) {
    func refusal(_ reason: ValueError) -> ConfigurationMistake {
      .badValue(RefusedValue(input: value, parameter: name, reason: reason))
    }
    guard let shape = option().value else {
      let words = ConfigurationKey.switchValues
      if words.contains(value) { return }
      let nearest = SpellingSuggestion.nearest(to: value, among: words)
      throw refusal(.unreadable(.choice(words, nearest: nearest)))
    }
    do throws(ValueError) {
      try shape.check(Array(value.utf8), .latest)
    } catch {
      throw refusal(error)
    }
  }
}

/// Why a setting is refused.
package enum ConfigurationMistake: Error, Sendable {
  package struct Line: Sendable {
    package let number: Int
    /// Nil for a line without a key.
    package let key: String?
    package let mistake: ConfigurationMistake

    package init(number: Int, key: String?, mistake: ConfigurationMistake) {
      (self.number, self.key, self.mistake) = (number, key, mistake)
    }
  }

  case unknownKey(String, nearest: String?)
  case badValue(RefusedValue)
  /// A line without `=`, a line of invalid UTF-8, or a value of several lines.
  case notASetting
  case badAliasName(String)
  case aliasOfCommand(String)
  /// The words of the alias can't be split or parsed: a `SplitError` or `ParseError`.
  case badAlias(String, any Error)
  /// The alias begins with an option or another alias instead of a command.
  case aliasWithoutCommand(String)
  /// The file can't be read: a `FileError`.
  case unreadable(any Error)
}
