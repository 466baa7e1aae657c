/// Why a person's statement is not even tried.
package enum QueryRefusal: Error, Equatable, Sendable {
  case notReading, severalStatements, noStatement, holdsNUL
}
