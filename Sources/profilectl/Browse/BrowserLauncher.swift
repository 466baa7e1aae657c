import Browser
import CommandLine
import Files
import Model
import Rendering
import Terminal

/// Starts and ends the browser, on the whole screen or in lines.
struct BrowserLauncher {
  /// The behaviour that options ask for.
  struct ScreenOptions {
    var header = HeaderStyle.stretchy
    var hasMotion = false
    var usesMouse = false
    var pictures: PictureOptions?
    var columns: Int?
  }

  private let context: CommandContext
  private var interpreter: Interpreter { context.interpreter }
  private let inherited: [GivenOption]

  init(_ context: CommandContext, inheriting inherited: [GivenOption]) {
    self.context = context
    self.inherited = inherited
  }

  /// Shows the profile of a handle, or of the viewer, and returns the exit status.
  func run(_ handle: Handle?, _ screenOptions: ScreenOptions) throws -> ExitStatus {
    let origin = context.line.origin
    let screen = origin.onScreen(inheriting: inherited)
    // From here on signals are only held, because the screen must be restored first.
    SignalMessages.settle(at: screen)
    defer { SignalMessages.settle(at: origin) }
    return try runOnScreen(handle, screenOptions, from: screen)
  }

  /// The browser in lines, for screen readers, on any terminal or pipe.
  func runLinear(_ handle: Handle?) throws -> ExitStatus {
    var origin = context.line.origin
    (origin.surface, origin.inherited) = (.browser, inherited)
    (origin.isInBrowser, origin.printsPages, origin.speaksJSON) = (true, true, false)
    let handler = try EffectHandler(context, from: origin)
    let source = try firstPage(handle)
    let first = LinearPage(source, try handler.load(source, count: LinearPage.batch))
    return try LinearBrowser(
      first, in: context.traits, handler: handler, interpreter, from: origin
    ).run()
  }

  private func firstPage(_ handle: Handle?) throws -> PageSource {
    // An error at the start names the source of the acting user.
    let isNobody = try context.viewer() == .nobody
    return isNobody && handle == nil
      ? .people(matching: nil) : .profile(handle.map(PageOwner.named) ?? .viewer, .posts)
  }

  private func firstState(
    _ handle: Handle?, _ screenOptions: ScreenOptions, _ traits: Traits, _ handler: EffectHandler
  ) throws -> BrowserState {
    let source = try firstPage(handle)
    let loaded = try handler.load(source, count: BrowserState.batch)
    var state = BrowserState(
      traits: traits, header: screenOptions.header, hasMotion: screenOptions.hasMotion,
      usesMouse: screenOptions.usesMouse, me: try handler.viewer(), first: source)
    state.login = handler.login
    _ = state.update(.loaded(page: 0, loaded), at: 0)
    return state
  }

  private func runOnScreen(
    _ handle: Handle?, _ screenOptions: ScreenOptions, from origin: LineOrigin
  ) throws -> ExitStatus {
    var traits = screenOptions.pictures?.applied(to: context.traits) ?? context.traits
    traits.isBoldWithoutColor = true
    let handler = try EffectHandler(context, from: origin)
    // Errors are reported before the screen is taken.
    var state = try firstState(handle, screenOptions, traits, handler)
    let wake = try WakeSignal()
    let worker = try BrowserWorker(handler, ringing: wake)
    try SerialThread.require(ProfileWatch.observers)
    let observation = try handler.observe { worker.noticeChange() }
    let screen = try FullScreen(usesMouse: screenOptions.usesMouse, wokenBy: wake)
    defer { screen.leave() }
    (state.widest, state.columns) = (context.options.width, screenOptions.columns)
    if let size = screen.size { state.fit(columns: size.columns, rows: size.rows) }
    if let folder = try? context.environment.stateFolder() {
      let lines = (try? LineHistory(folder: folder).load()) ?? []
      state.history = lines.map { String(decoding: $0, as: UTF8.self) }
    }
    let loop = BrowserLoop(
      state, worker: worker, screen: screen, asking: try terminalQuery(screenOptions, in: traits),
      editor: edited)
    let status = loop.run()
    withExtendedLifetime(observation) {}
    screen.leave()
    let isKept = loop.unsentText.map(keep) ?? false
    let isDone = finish(worker, loop, givesUp: status == .interrupted)
    // A command without an answer may have saved something.
    if isKept, loop.pending == nil { try? context.say(SafeText(Phrases.interruptedUnsaved)) }
    return isDone ? status : ExitStatus.asked ?? status
  }

  /// The question to the terminal; nil for terminals that may print it or lose their answer.
  private func terminalQuery(
    _ screenOptions: ScreenOptions, in traits: Traits
  ) throws -> BrowserLoop.TerminalQuery? {
    let terminal = try context.environment.cursorTerminal()
    let variables = context.environment.variables
    if try terminal?.hasPrefix("linux") != false || variables.value("STY") != nil { return nil }
    return BrowserLoop.TerminalQuery(
      choosesProtocol: traits.pictures.isPossible && screenOptions.pictures?.glyphs == .auto,
      choosesBackground: screenOptions.pictures?.isLight != true)
  }

  /// The text that the viewer leaves in the editor.
  private func edited(_ text: String) -> BrowserEvent {
    do {
      let file = try TemporaryFile(
        in: try context.environment.temporaryFolder(), ending: ".txt", Array((text + "\n").utf8))
      defer { file.remove() }
      let editor = try PostComposer.editor(in: context.environment.variables)
      let hasSucceeded = TextEditor.edit(file.path, with: editor) == true
      // After a signal, the words that were saved in the editor replace those of the box.
      guard hasSucceeded || Interruption.pending != nil else {
        return .notEdited("The editor \(editor[0]) failed.")
      }
      var words = try TypedBytes.text(file.read(atMost: 1 << 20), for: .text)
      while words.last?.isNewline == true { words.removeLast() }
      return .edited(words)
    } catch {
      return .notEdited(message(of: error))
    }
  }

  private func message(of error: any Error) -> SafeText {
    SafeText(FailureWords.failure(for: error, in: context.failure(error).context).message)
  }

  /// Keeps the words of an open box in a file, and prints its path; false if it can't be written.
  private func keep(_ text: String) -> Bool {
    do {
      let file = try TemporaryFile(
        in: try context.environment.temporaryFolder(), ending: ".txt", Array((text + "\n").utf8))
      PostComposer.sayKept(file, in: context)
      return true
    } catch {
      try? context.say(message(of: error))
      return false
    }
  }

  /// Waits on the restored terminal for the last commands, and reports failures that the viewer has
  /// not seen.
  ///
  /// Returns false if it reported any.
  private func finish(_ worker: BrowserWorker, _ loop: BrowserLoop, givesUp: Bool) -> Bool {
    if givesUp, !worker.wait(microseconds: 0) { Interruption.takeKey() }
    if !worker.wait(microseconds: 200_000), !givesUp, let pending = loop.pending {
      // Written to the terminal directly, because the answer of the command is caught.
      let line = pending.request.line.map { "Still under way: :\(SafeText($0).string)" }
      let notice = (line ?? "Another process is writing") + "; Ctrl-C gives up.\n"
      try? context.environment.console.write(Array(notice.utf8), to: .error)
    }
    worker.finish()
    var reports: [String] = []
    for case .answered(let answer) in loop.unseen + worker.drain().events
    where answer.isRefused || answer.isUndone {
      if !reports.contains(answer.messages) { reports.append(answer.messages) }
    }
    for report in reports { try? context.streams.write(report, to: .error) }
    return reports.isEmpty
  }
}
