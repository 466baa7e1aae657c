/// Why a script doesn't go on behind a `doctor` that found what is wrong; the findings are its
/// answer, which a script of all or none takes back.
struct FaultsFound: Error {}
