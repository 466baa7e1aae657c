/// A person was asked and said no.
struct Declined: Error {}
