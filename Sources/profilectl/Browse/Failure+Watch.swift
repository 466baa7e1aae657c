extension Failure {
  static let noThreadToWatch = Failure(
    .ioError, "Profiles can't be watched: too much is running, or memory is short.",
    hint: .other(["ulimit", "-a"]))
}
