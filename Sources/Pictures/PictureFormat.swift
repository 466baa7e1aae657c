/// The kinds of picture files that posts may carry.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png
  case jpeg
  case gif
  case webp
}
