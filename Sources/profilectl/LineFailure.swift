/// Why a line was not carried out, with what is needed to tell of it.
struct LineFailure: Error {
  let error: any Error
  let context: FailureContext
  let format: OutputFormat?
}
