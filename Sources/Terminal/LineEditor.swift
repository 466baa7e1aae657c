internal import CTerminal
internal import Glibc

/// Reads lines from the terminal with GNU Readline, including its keys, history and completion.
///
/// Readline has global state, so there is one editor in a process, on the main thread.
package final class LineEditor {
  /// The result of reading a line.
  package enum Input: Equatable, Sendable {
    /// The bytes as typed, which may be invalid UTF-8.
    case line([UInt8])
    /// A signal arrived, and the line was discarded.
    case dropped
    case end
  }

  /// The completions at the cursor; after an open quotation mark, only the part of the word after
  /// it.
  package struct Candidates: Sendable {
    /// The words as typed, from an open quotation mark on.
    package var words: [String]
    /// The line that lists each word if there are several; empty to list the word itself.
    package var lines: [String]
    /// Whether more words exist; they have the same common prefix.
    package var areCut: Bool
    /// Whether a blank follows a complete word.
    package var closesWord: Bool
    /// The paths that complete the word, folders with a slash at their end.
    package var paths: [String]
    /// The text before a path in the same word, such as `--image=`.
    package var lead: String

    package init(
      words: [String] = [], lines: [String] = [], areCut: Bool = false, closesWord: Bool = true,
      paths: [String] = [], lead: String = ""
    ) {
      self.words = words
      self.lines = lines
      self.areCut = areCut
      self.closesWord = closesWord
      self.paths = paths
      self.lead = lead
    }
  }

  private let complete: (_ beforeCursor: String) -> Candidates

  /// `complete` gets the line up to the cursor.
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

  /// Reads a line; invisible parts of the prompt are enclosed in U+0001 and U+0002.
  package func readLine(prompt: String) -> Input {
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

  /// Adds a line to the history.
  package func remember(_ line: [UInt8]) {
    // Readline's lines end at a NUL.
    let bytes = line.map { CChar(bitPattern: $0 == 0 ? 1 : $0) } + [0]
    unsafe cterminal_editor_remember(bytes)
  }
}

extension LineEditor.Candidates {
  /// A copy in C memory, which the editor in C frees.
  fileprivate func copied() -> cterminal_candidates_t {
    var bytes: [UInt8] = []
    for (index, word) in words.enumerated() where !word.utf8.contains(0) {
      let line = lines.indices.contains(index) ? lines[index] : ""
      bytes += Array(word.utf8) + [0] + line.utf8.filter { $0 != 0 } + [0]
    }
    // Readline adds the slash of a folder.
    for path in paths {
      bytes += (lead + (path.hasSuffix("/") ? path.dropLast() : path[...])).utf8 + [0, 0]
    }
    var copy = unsafe cterminal_candidates_t()
    unsafe copy.are_cut = areCut ? 1 : 0
    if !paths.isEmpty { unsafe copy.lead = unsafe strdup(lead) }
    unsafe copy.closes_word = closesWord ? 1 : 0
    guard !bytes.isEmpty, let memory = unsafe malloc(bytes.count) else { return unsafe copy }
    unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe copy.words = memory.assumingMemoryBound(to: CChar.self)
    unsafe copy.length = bytes.count
    return unsafe copy
  }
}
