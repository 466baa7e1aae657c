/// A user as one viewer sees them.
package struct Profile: Equatable, Sendable {
  package var user: User
  package var relation: Relation

  package init(user: User, relation: Relation) {
    self.user = user
    self.relation = relation
  }
}
