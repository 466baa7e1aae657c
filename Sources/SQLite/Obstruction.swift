/// What is in the place of a file that belongs to a database.
package enum Obstruction: Equatable, Sendable {
  case link
  /// A folder, a pipe or a device.
  case notRegular
  /// It has another name or another form than what is made there.
  case foreign
  /// It is what another file left.
  case ofAnother
  /// It is somebody else's, or its mode keeps everybody out.
  case forbidden
}
