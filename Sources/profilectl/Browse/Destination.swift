import Rendering

/// A profile that a line asked the browser for, and how to behave from then on.
struct Destination: Equatable {
  let person: Person
  /// Nil leaves it as it is.
  var header: HeaderStyle?
  var endsMotion = false
  var leavesMouse = false
}
