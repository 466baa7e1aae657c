import CommandLine
import Model
import Rendering
import Terminal

extension CommandContext {
  /// Tells a person how far long work has come.
  func progress() -> ProgressTeller {
    ProgressTeller(progressLine(), interruption: interruption(ofWrite: host.expectsWrite))
  }

  /// What is said when a signal ends a write that is not saved yet, or work that only reads.
  func interruption(ofWrite isWrite: Bool) -> String {
    if host.surface == .script { return Wording.interrupted(after: host.applied) }
    return Wording.interrupted(ofWrite: isWrite)
  }

  /// A line about work under way, which is drawn for people only.
  func progressLine(isWanted: Bool = true) -> RedrawnLine {
    let console = surroundings.console
    let isDumb = (try? surroundings.cursorTerminal()) == nil
    let isWatched =
      isWanted && console.isTerminal(.error) && !options.isQuiet && !isDumb
      && host.surface != .browser
    var traits = traits
    traits.isTerminal = true
    if let columns = console.size?.columns { traits.width = max(1, min(traits.width, columns - 1)) }
    return RedrawnLine(on: console, in: isWatched ? traits : nil, tell: host.onProgress)
  }
}
