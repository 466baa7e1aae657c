/// The commands of the program, and the other contents of help.
///
/// Declarations are made on demand: making all of them takes a tenth of a start.
package struct CommandCatalog: Sendable {
  /// In the order of the overview.
  package let names: [String]
  /// The parts of help that other targets know.
  package let details: @Sendable () -> HelpDetails
  /// The names that can be set in the configuration.
  package let keys: [ConfigurationKey]
  /// The defaults and aliases that the user has set.
  package var configuration = Configuration()
  private let declaration: @Sendable (_ index: Int) -> Declaration

  package init(
    names: [String], keys: [ConfigurationKey] = [],
    details: @escaping @Sendable () -> HelpDetails,
    declaration: @escaping @Sendable (_ index: Int) -> Declaration
  ) {
    self.names = names
    self.keys = keys
    self.details = details
    self.declaration = declaration
  }

  package var declarations: [Declaration] { names.indices.map(declaration) }

  /// The declaration of a command; compares only names of the same length.
  package func declaration(named name: String) -> Declaration? {
    let length = name.utf8.count
    return names.firstIndex { $0.utf8.count == length && $0 == name }.map(declaration)
  }

  /// The declaration of a command of two words.
  package func declaration(named first: String, _ second: String) -> Declaration? {
    let length = first.utf8.count + 1 + second.utf8.count
    return names.firstIndex { $0.utf8.count == length && $0 == "\(first) \(second)" }
      .map(declaration)
  }
}

/// The parts of help that other targets know: statuses, columns, keys and a date.
package struct HelpDetails: Sendable {
  /// When the manual was last checked, as mdoc(7) writes dates.
  package let date: String
  /// Each exit status with its meaning and its error codes.
  package let statuses: [HelpBlock.Row]
  /// The columns that a pipe gets of each kind of list.
  package let columns: [HelpBlock.Row]
  /// The keys of the browser.
  package let browserKeys: [HelpBlock]

  package init(
    date: String, statuses: [HelpBlock.Row], columns: [HelpBlock.Row],
    browserKeys: [HelpBlock]
  ) {
    self.date = date
    self.statuses = statuses
    self.columns = columns
    self.browserKeys = browserKeys
  }
}
