/// The question whether to stop, which a long statement asks from time to time.
final class StopTest {
  let isTrue: () -> Bool
  /// Whether statements are not to be interrupted, whatever it says.
  var isHeld = false

  init(_ isTrue: @escaping () -> Bool) {
    self.isTrue = isTrue
  }
}
