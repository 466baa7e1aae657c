import Glibc
import Support
import Testing

/// Looks again and again; a test that it never comes to fails.
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
