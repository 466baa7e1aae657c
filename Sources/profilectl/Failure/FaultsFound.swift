/// Why a script doesn't go on behind a `doctor` that found what is wrong, or could not save all.
///
/// Which faults there are is its answer, which a script of all or none takes back.
struct FaultsFound: Error {
  let isOfSalvage: Bool
}
