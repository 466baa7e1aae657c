/// Why a script stops at a line of which the refused part has been told already.
struct PartRefused: Error {}
