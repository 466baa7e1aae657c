internal import CTerminal
internal import Glibc

/// Lets a person edit lines on the terminal, with GNU Readline: keys, history and completion are
/// its own.
///
/// Readline keeps its state in globals, so there is one editor in a process, on its main thread.
package final class LineEditor {
  /// What came of a line.
  package enum Answer: Equatable, Sendable {
    /// The bytes as they were typed, which need not be UTF-8.
    case line([UInt8])
    /// A signal came; what was typed is gone.
    case dropped
    case end
  }

  /// What can stand where the cursor is.
  package struct Candidates: Sendable {
    /// Words as they are typed, from the quotation mark on that is open in them.
    package var words: [String]
    /// How each is shown where there are several: in one line; empty where a word says all.
    package var lines: [String]
    /// Whether there are others, which begin with all that these have in common.
    package var areCut: Bool
    /// Where names of files can stand too.
    package var files: Files?
    /// Whether a blank follows a word once it is whole.
    package var closesWord: Bool

    /// A file, as far as it is typed.
    package struct Files: Sendable {
      package let path: String
      /// What goes before the path in what is completed, such as `--image=`.
      package let lead: String

      package init(path: String, lead: String) {
        self.path = path
        self.lead = lead
      }
    }

    package init(
      words: [String] = [], lines: [String] = [], areCut: Bool = false, files: Files? = nil,
      closesWord: Bool = true
    ) {
      self.words = words
      self.lines = lines
      self.areCut = areCut
      self.files = files
      self.closesWord = closesWord
    }
  }

  private let complete: (_ beforeCursor: String) -> Candidates

  /// `complete` is asked with the line up to the cursor.
  package init(complete: @escaping (_ beforeCursor: String) -> Candidates) {
    self.complete = complete
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe cterminal_editor_start(
      "profilectl",
      { line, cursor, context in
        guard let line = unsafe line, let context = unsafe context else {
          return unsafe cterminal_candidates_t()
        }
        let bytes = unsafe UnsafeRawBufferPointer(start: line, count: cursor)
        let editor = unsafe Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
        return unsafe editor.complete(unsafe String(decoding: bytes, as: UTF8.self)).copied()
      }, context)
  }

  /// Parts of the prompt that take no room stand between U+0001 and U+0002.
  package func readLine(prompt: String) -> Answer {
    let line = unsafe cterminal_editor_read(prompt)
    switch unsafe line.kind {
    case CTERMINAL_LINE_READ:
      guard let text = unsafe line.text else { return .end }
      defer { unsafe free(text) }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      return .line(unsafe line.holds_nul == 0 ? bytes : bytes.map { $0 == 1 ? 0 : $0 })
    case CTERMINAL_LINE_DROPPED: return .dropped
    default: return .end
    }
  }

  /// Adds a line to those that can be called back.
  package func remember(_ line: [UInt8]) {
    // A line of Readline's ends at a NUL.
    let bytes = line.map { CChar(bitPattern: $0 == 0 ? 1 : $0) } + [0]
    unsafe cterminal_editor_remember(bytes)
  }
}

extension LineEditor.Candidates {
  /// The words as C takes them; whoever takes them frees them.
  fileprivate func copied() -> cterminal_candidates_t {
    var bytes: [UInt8] = []
    for (index, word) in words.enumerated() where !word.utf8.contains(0) {
      let line = lines.indices.contains(index) ? lines[index] : ""
      bytes += Array(word.utf8) + [0] + line.utf8.filter { $0 != 0 } + [0]
    }
    var copy = unsafe cterminal_candidates_t()
    unsafe copy.are_cut = areCut ? 1 : 0
    if let files {
      unsafe copy.path = unsafe strdup(files.path)
      unsafe copy.lead = unsafe strdup(files.lead)
    }
    unsafe copy.closes_word = closesWord ? 1 : 0
    guard !bytes.isEmpty, let memory = unsafe malloc(bytes.count) else { return unsafe copy }
    unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe copy.words = memory.assumingMemoryBound(to: CChar.self)
    unsafe copy.length = bytes.count
    return unsafe copy
  }
}
