import Terminal

/// What TAB offers at the prompt.
struct LineCompletion {
  let host: Host

  func candidates(for beforeCursor: String) -> LineEditor.Candidates {
    LineEditor.Candidates()
  }
}
