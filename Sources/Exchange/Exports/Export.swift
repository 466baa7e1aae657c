package import Model
package import Storage

/// One export of a network: its scope, its counts and its output.
package final class Export {
  let reading: any Reading
  /// The rows of the network.
  let network: NetworkExport
  /// Draws the pages of a site.
  let drawing: SiteDrawing
  let scope: ExportScope
  /// The user of an export of one user.
  let user: ExportedUser?
  let domain: String?
  package let output: ExportOutput
  /// Called now and then by long exports.
  let progress: (WorkProgress) -> Void
  /// The numbers of written items.
  package internal(set) var counts = ExportCounts()
  /// The number of people left out because they have no address.
  package internal(set) var withoutAddress = 0

  package init(
    _ reading: any Reading, scope: ExportScope, domain: String?, to output: ExportOutput,
    drawing: SiteDrawing, progress: @escaping (WorkProgress) -> Void = { _ in }
  ) throws {
    self.reading = reading
    self.drawing = drawing
    network = NetworkExport(reading.rows)
    self.scope = scope
    self.domain = domain
    self.output = output
    self.progress = progress
    var found: ExportedUser?
    if scope.user != nil { try network.users(scope) { found = $0 } }
    user = found
    counts = try network.counts(scope)
  }

  /// Writes everything; the caller publishes the output.
  package func write(as format: ExportFormat) throws { try format.write(self) }

  /// The host of addresses.
  var host: String { domain ?? PersonName.exportedHost }

  /// The user of an export of one user.
  func requiredUser() throws -> ExportedUser {
    guard let user else { throw ExchangeError.noOwner }
    return user
  }

  /// Sets the counts of all other kinds to zero, because the format has no place for them.
  func keepOnly(_ kinds: Set<ContentKind>) {
    if !kinds.contains(.users) { counts.users = 0 }
    if !kinds.contains(.posts) { (counts.posts, counts.privatePosts) = (0, 0) }
    if !kinds.contains(.pictures) { counts.pictures = 0 }
    if !kinds.contains(.follows) { counts.follows = 0 }
    if !kinds.contains(.likes) { counts.likes = 0 }
  }
}
