/// When to use colour.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, never, always
}
