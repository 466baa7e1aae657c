/// How many colours may be used.
package enum ColorDepth: Sendable, CaseIterable {
  case none, ansi16, ansi256, trueColor
}
