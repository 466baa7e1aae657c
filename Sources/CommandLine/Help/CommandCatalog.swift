/// The commands of the program, and the other contents of help.
///
/// Declarations are created on demand, because all of them take a tenth of a start.
package struct CommandCatalog: Sendable {
  /// In the order of the overview.
  package let names: [String]
  /// The parts of help from other targets.
  package let details: @Sendable () -> HelpDetails
  package let keys: [ConfigurationKey]
  package var configuration = Configuration()
  private let declaration: @Sendable (_ index: Int) -> Declaration

  package init(
    names: [String], keys: [ConfigurationKey] = [],
    details: @escaping @Sendable () -> HelpDetails,
    declaration: @escaping @Sendable (_ index: Int) -> Declaration
  ) {
    (self.names, self.keys, self.details, self.declaration) = (names, keys, details, declaration)
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

/// The parts of help from other targets: statuses, columns, keys and a date.
package struct HelpDetails: Sendable {
  /// The date of the manual, in the form of mdoc(7).
  package let date: String
  /// Each exit status with its meaning and its error codes.
  package let statuses: [HelpBlock.Row]
  /// The columns of each kind of list on a pipe.
  package let columns: [HelpBlock.Row]
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
