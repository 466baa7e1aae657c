/// A generated picture that is in the tables.
struct KeptPainting {
  let id: PictureID
  let alt: String
}
