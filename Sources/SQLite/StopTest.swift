/// The question whether to stop, which a long statement asks from time to time.
final class StopTest {
  let isTrue: () -> Bool

  init(_ isTrue: @escaping () -> Bool) {
    self.isTrue = isTrue
  }
}
