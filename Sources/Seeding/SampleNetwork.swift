internal import CSample
package import Model

/// The sample network, a file in the program.
package enum SampleNetwork {
  /// The handle of the viewer in `demo`, with posts, pictures and friends.
  package static let viewer = "alice"
  /// The last evening of the sample.
  package static let end = Moment(seconds: 1_780_250_400)

  package static var file: [UInt8] {
    let bytes = unsafe UnsafeBufferPointer(start: csample_bytes(), count: csample_count())
    return unsafe Array(bytes)
  }
}
