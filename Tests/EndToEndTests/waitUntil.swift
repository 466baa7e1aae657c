import Glibc
import Support
import Testing

/// Waits for a condition; the test fails if it never holds.
func waitUntil(_ isSo: () -> Bool) {
  let deadline = ContinuousClock.now + .ample
  while !isSo() {
    guard ContinuousClock.now < deadline else {
      Issue.record("It did not come to that.")
      return
    }
    pauseBriefly()
  }
}
