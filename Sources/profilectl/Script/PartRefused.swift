/// Why a script stops at a line of which the refused part has been told already.
struct PartRefused: Error {
  /// To be told again where what was told is undone with the script.
  let refusals: [LineFailure]
}
