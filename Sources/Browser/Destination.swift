package import Rendering

/// A profile that a line asked the browser for, and how to behave from then on.
package struct Destination: Equatable {
  package let person: Person
  /// Nil leaves it as it is.
  package var header: HeaderStyle?
  package var endsMotion = false
  package var leavesMouse = false

  package init(person: Person) {
    self.person = person
  }
}
