/// What came of a child: what it wrote, and how it ended.
struct ChildAnswer {
  /// Why the child is no more.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
    /// Somebody else collected it, or nothing can be heard of it.
    case unknown
    /// It was ended because its time was over.
    case late
    /// The system ended it for having taken all the processor time that this process may give it.
    case starved
    /// It was ended because it wrote more than it may.
    case talkative
  }

  let output: [UInt8]
  let ending: Ending
}
