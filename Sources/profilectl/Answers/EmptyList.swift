import Rendering

/// What is said where a list has nothing, with the line that leads on.
struct EmptyList {
  let sentence: SafeText
  let next: Hint

  init(_ sentence: SafeText, _ next: Hint) {
    self.sentence = sentence
    self.next = next
  }
}
