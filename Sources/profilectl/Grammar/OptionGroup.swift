/// Options that several commands share.
struct OptionGroup: Sendable {
  let options: [any AnyOption]
  /// Of each of these lists only one may be given.
  var exclusive: [[any AnyOption]] = []
}
