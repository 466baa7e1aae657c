/// Somebody asked the program to stop what it was doing, and it did.
struct Interrupted: Error {}
