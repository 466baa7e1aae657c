/// Options that several commands share.
struct OptionGroup: Sendable {
  let options: [OptionShape]
  /// Of each of these lists only one may be given.
  var exclusive: [[OptionShape]] = []
}
