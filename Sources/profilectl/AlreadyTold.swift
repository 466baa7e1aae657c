/// A failure that was told where it happened; only its status is left to say.
struct AlreadyTold: Error {
  let status: ExitStatus
}
