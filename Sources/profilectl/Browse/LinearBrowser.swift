import Browser
import CommandLine
import Dispatch
import Keys
import Rendering
import Terminal

/// The browser in lines, for screen readers: it prints one page after the other, with numbers to
/// choose rows by.
///
/// State, keys and commands are those of the browser on a screen.
final class LinearBrowser {
  /// The number of items printed at a time.
  private static let batch = 9

  /// Seconds after which a message names the work in progress.
  private static let patience = 1

  private let handler: EffectHandler
  private let interpreter: Interpreter
  private let origin: LineOrigin
  /// Nil if the system can't start a thread: then no wait is reported.
  private let thread = try? SerialThread()
  private var state: BrowserState
  private var printed: LinearPage.Name?
  /// The printed items of the list, in the order of their numbers.
  private var numbered: [ListedThing] = []
  /// The item that letters act on in each list: the last opened one.
  private var letterTargets: [LinearPage.Name: ListedThing] = [:]
  /// The field that the next line sets.
  private var template: LineTemplate?
  /// Whether the line that was typed last has been answered.
  private var hasAnswered = false
  /// The number of typed lines; each counts as a second on the clock of the state.
  private var lineCount: Int64 = 0

  init(
    _ state: BrowserState, handler: EffectHandler, in interpreter: Interpreter,
    from origin: LineOrigin
  ) {
    self.state = state
    self.state.asksBeforeLeaving = false
    self.handler = handler
    self.interpreter = interpreter
    self.origin = origin
  }

  deinit { thread?.end() }

  /// Returns at the end of input, after `q` on the first page, or after a signal.
  func run() throws -> ExitStatus {
    let input = StandardInput(endsBySignal: true)
    let asks = interpreter.environment.console.isTerminal(.input)
    try say("Type ? for help, a number to open something, or a command; q goes back, and leaves.")
    try printChanges()
    while state.ending == nil {
      armForPrompt(isAsked: asks)
      if asks { try interpreter.streams.write("> ") }
      guard let line = try input.nextLine() else {
        // The cursor is still on the line of the prompt.
        if asks { try? interpreter.streams.write("\n") }
        break
      }
      try take(line)
      if ExitStatus.asked != nil { break }
      SignalMessages.settle(at: origin)
    }
    return ExitStatus.asked ?? ExitStatus(state.ending)
  }

  /// A signal's message during a wait starts on a line of its own.
  private func armForPrompt(isAsked: Bool) {
    let isQuestion = if case .sheet(let sheet) = state.panel { sheet.isQuestion } else { false }
    let words = Phrases.interrupted(ofWrite: isQuestion)
    Interruption.arm(saying: (isAsked ? "\n" : "") + words)
  }

  private func take(_ bytes: [UInt8]) throws {
    if let line = TypedBytes.validText(bytes) { return try take(line) }
    do throws(LineFailure) {
      _ = try interpreter.words(of: bytes, from: origin)
    } catch {
      interpreter.failures.report(error, from: origin)
    }
  }

  private func take(_ line: String) throws {
    hasAnswered = false
    lineCount += 1
    // Going back reads a page again, so changes are not reported before.
    for index in state.pages.indices.dropLast() { state.pages[index].isStale = true }
    if let template {
      self.template = nil
      return try fill(template, with: line)
    }
    let line = line.trimmingBlanks
    if case .composer = state.panel { return try write(line) }
    if line == "0" { return try press("0", .own) }
    if let number = Int(line) { return try choose(number) }
    // A line that chooses nothing closes the sheet.
    if case .sheet(let sheet) = state.panel {
      if line.count == 1, let place = line.first.flatMap(sheet.place) {
        return try choose(place + 1)
      }
      state.panel = nil
      if line.isEmpty || KeyTable.isLineThatGoesBack(line) { return try say("Nothing was done.") }
    }
    if line.isEmpty { return try printMore() }
    if let key = LinearPage(state).key(named: line) {
      if line == "refresh" { printed = nil }
      feed(.key(key))
    } else if line.count == 1, let letter = line.first,
      let action = KeyTable.action(for: .character(letter)),
      action != .command, action != .search
    {
      return try press(letter, action)
    } else {
      if line.hasPrefix("/") { printed = nil }
      let isMarked = line.hasPrefix(":") || line.hasPrefix("/")
      feed(.key(.character(line.hasPrefix("/") ? "/" : ":")))
      feed(.key(.paste(isMarked ? String(line.dropFirst()) : line)))
      feed(.key(.enter))
    }
    try printChanges(after: line)
  }

  private func press(_ letter: Character, _ action: KeyTable.Action) throws {
    guard LinearPage.offers(action) else { return try printChanges(after: String(letter)) }
    // A repeated request prints its page again.
    if [.timeline, .notices, .people, .own, .followers].contains(action) { printed = nil }
    if action == .quit, state.pages.count > 1 { try say("Back.") }
    if state.page.isAboutChosen(action), !chooseLetterTarget() {
      let isGone = letterTargets[LinearPage(state).name] != nil
      return try say(
        isGone
          ? "What '\(String(letter))' was about is no longer in this list: open another."
          : "'\(String(letter))' is about one thing of a list: type its number first.")
    }
    // Lines have no grid.
    feed(.key(.character(action == .like ? "L" : letter)))
    try printChanges(after: String(letter))
  }

  /// Sends a text that the browser asked for; an empty line keeps it for later.
  private func write(_ text: String) throws {
    if text.isEmpty {
      feed(.key(.escape))
      return try say("Nothing was done.")
    }
    feed(.edited(text))
    feed(.key(.control("d")))
    try printChanges()
  }

  private func choose(_ number: Int) throws {
    if case .sheet(var sheet) = state.panel, sheet.choices.indices.contains(number - 1) {
      if case .fill(let template) = sheet.choices[number - 1].action {
        state.panel = nil
        self.template = template
        let present = template.present.map { SafeText($0) } ?? ""
        return try say(template.name + (present.isEmpty ? ":" : " (now \(present)):"))
      }
      if case .close = sheet.choices[number - 1].action {
        state.panel = nil
        return try say("Nothing was done.")
      }
      sheet.selected = number - 1
      state.panel = .sheet(sheet)
      feed(.key(.enter))
      return try printChanges()
    }
    if case .sheet = state.panel { return try say("There is no number \(number) here.") }
    guard numbered.indices.contains(number - 1) else {
      return try say("There is no number \(number) here.")
    }
    // A number keeps its row even if the row is no longer among the loaded ones.
    let item = numbered[number - 1]
    letterTargets[LinearPage(state).name] = item
    _ = chooseLetterTarget()
    carryOut(state.push(item.source))
    try printChanges()
  }

  /// Chooses the row that letters act on at its current place; false if it is gone.
  private func chooseLetterTarget() -> Bool {
    let page = LinearPage(state)
    guard let place = letterTargets[page.name].flatMap(page.things.firstIndex(of:)) else {
      return false
    }
    state.page.list.position.selected = place
    return true
  }

  /// Sets a value; an empty line changes nothing.
  private func fill(_ template: LineTemplate, with value: String) throws {
    guard value.contains(where: { !$0.isWhitespace }) else { return try say("Nothing was done.") }
    feed(.key(.character(":")))
    feed(.key(.paste(template.line(with: value))))
    feed(.key(.enter))
    try printChanges()
  }

  /// Prints the changes, or a message if the line changed nothing.
  private func printChanges(after line: String) throws {
    try printChanges()
    if !hasAnswered, state.ending == nil { try say("'\(line)' does nothing here.") }
  }

  /// Prints messages, the question, and the page if it changed.
  private func printChanges() throws {
    if let alert = state.alert {
      try say(alert.text)
      state.alert = nil
    }
    switch state.panel {
    case .sheet(let sheet):
      try say(sheet.isQuestion ? sheet.title : sheet.title + ":")
      for (place, choice) in sheet.choices.enumerated() {
        let remark: SafeText = choice.remark.isEmpty ? "" : ", " + choice.remark
        try say("\(place + 1). \(choice.label)\(remark)")
      }
      return
    case .composer(let composer):
      if let words = LinearPage(state).beginning(ofPostAnsweredBy: composer) { try say(words) }
      let text = SafeText(composer.text.text)
      let present: SafeText = text.isEmpty ? "" : " (now \(text))"
      return try say(composer.title + present + ": type the text, or an empty line to leave it.")
    // The prompt can't be prefilled with a corrected line.
    case .prompt: state.panel = nil
    case nil: break
    }
    let page = LinearPage(state)
    guard page.name != printed, state.ending == nil else { return }
    for line in page.heading { try say(line) }
    if state.page.isText {
      // Text is printed whole, so that the numbers of the list below it stay valid.
      return feed(.key(.escape))
    }
    printed = page.name
    numbered = []
    if let subject = page.subject { letterTargets[page.name] = subject }
    if page.isList { try printMore() }
  }

  private func printMore() throws {
    if printedEnd == LinearPage(state).things.count, LinearPage(state).hasMore {
      state.page.list.position.selected = max(0, printedEnd - 1)
      carryOut(state.loadMore())
    }
    let page = LinearPage(state)
    let (names, start) = (page.things, printedEnd)
    let end = min(start + LinearBrowser.batch, names.count)
    if start == end, page.isList, page.subject == nil || !numbered.isEmpty {
      try say(numbered.isEmpty ? page.emptyText : "That was all.")
    }
    for (name, item) in zip(names[start..<end], page.items[start..<end]) {
      numbered.append(name)
      try say("\(numbered.count). \(item)")
    }
    if start < end, end < names.count || page.hasMore {
      try say("Press Enter for more.")
    }
    // A reload then includes that row.
    state.page.list.position.isChosen = chooseLetterTarget()
  }

  /// Index of the first row not printed yet, ignoring rows that are gone.
  private var printedEnd: Int {
    let names = LinearPage(state).things
    let last = numbered.last { names.contains($0) }
    return last.flatMap { names.firstIndex(of: $0) }.map { $0 + 1 } ?? LinearPage(state).firstItem
  }

  /// Prints a text, on a terminal without broken words.
  private func say(_ text: SafeText) throws {
    hasAnswered = true
    let traits = state.traits
    let lines = traits.isTerminal ? traits.wrap(text, to: traits.width) : [traits.words(text)]
    try interpreter.streams.write(SafeText.joined(lines, by: "\n").string + "\n")
  }

  /// Updates the state, and feeds it the results of its effects.
  private func feed(_ event: BrowserEvent) {
    carryOut(state.update(event, at: lineCount * 1_000_000))
  }

  private func carryOut(_ effects: [BrowserEffect]) {
    for effect in effects {
      for answer in carryOut(effect) { feed(answer) }
      if let now = try? handler.context().now { state.traits.now = now }
    }
  }

  /// An effect for the thread, and the events that answer it.
  ///
  /// Sendable because only the thread touches it until `wait` returns.
  private final class EffectRun: @unchecked Sendable {
    private let handler: EffectHandler
    private let effect: BrowserEffect
    private(set) var answers: [BrowserEvent] = []

    init(_ effect: BrowserEffect, to handler: EffectHandler) {
      self.handler = handler
      self.effect = effect
    }

    func perform() { answers = handler.carryOut(effect) }
  }

  private func carryOut(_ effect: BrowserEffect) -> [BrowserEvent] {
    let run = EffectRun(effect, to: handler)
    // No prompt precedes the message now; a script prints its own summary.
    Interruption.arm(saying: Phrases.interrupted(ofWrite: mayWrite(effect)))
    defer { Interruption.arm(saying: Phrases.interruptedReading) }
    guard let thread else {
      run.perform()
      return run.answers
    }
    thread.run { run.perform() }
    if !thread.wait(until: .now() + .seconds(LinearBrowser.patience)) {
      reportWait(LinearBrowser.wait(for: effect))
      thread.wait()
    }
    return run.answers
  }

  /// Writes to the terminal directly, because the answer of the command is caught.
  private func reportWait(_ words: SafeText) {
    let console = interpreter.environment.console
    guard console.isTerminal(.error) else { return }
    try? console.write(Array((state.traits.words(words).string + "\n").utf8), to: .error)
  }

  /// The message that names the work in progress and the key that stops it.
  private static func wait(for effect: BrowserEffect) -> SafeText {
    guard case .carryOut(let request) = effect else { return "Still reading; Ctrl-C leaves." }
    return request.line.map { "Under way: :\($0); Ctrl-C leaves." }
      ?? "Waiting for another process; Ctrl-C leaves."
  }

  private func mayWrite(_ effect: BrowserEffect) -> Bool {
    guard case .carryOut(let request) = effect else { return false }
    return CommandSchedule(interpreter.commands).mayWrite(request)
  }
}

extension String {
  /// The text without blanks at both ends.
  fileprivate var trimmingBlanks: String {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
