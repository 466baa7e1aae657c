/// Why nobody here could look at a picture, which says nothing about it: the next try may succeed.
package enum DecoderUnavailable: Error, Equatable {
  /// `profilectl-picture` is not beside the program.
  case noChild
  /// The system starts no child now; the error is an `errno`.
  case notStarted(Int32)
  /// The child is a program for another machine, another program, or lacks a library.
  case notRunning
  /// Somebody ended the child: a person, or the system for want of memory.
  case ended
  /// It did not answer in time, and had not used the time that it allows itself: the machine is
  /// busy, or somebody stopped one of the two.
  case late
  /// It crashed over a picture that was kept.
  case crashed
  /// A limit that this process was given leaves the child less memory than it allows itself, and it
  /// may have found none.
  case memoryLimited
  /// The same, where the limit is on the data in memory, and not on all addresses.
  case dataLimited
  /// The same for its processor time.
  case timeLimited
  /// The library gdk-pixbuf is not installed.
  case noLibrary
  /// The part of gdk-pixbuf that reads this format is not.
  case noLoader(PictureFormat)
}
