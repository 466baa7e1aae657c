/// Words for where profiles can't be shown as they change.
extension Wording {
  static let noThreadToWatch = Failure(
    .ioError, "Profiles can't be watched: too much is running, or memory is short.",
    hint: .other(["ulimit", "-a"]))
}
