/// Neither `HOME` nor the variable that would do instead says where files of one's own go.
struct HomeUnknown: Error, Equatable {
  let instead: String
}
