/// What workers asked of one register that is on or off, when, and what they were answered.
struct History {
  /// One operation, from before it was asked to after it was answered.
  struct Event: Equatable {
    enum Deed: Equatable {
      case turnOn, turnOff, read
    }

    let deed: Deed
    /// Whether it was on before; nil if nobody was told.
    var wasOn: Bool?
    let begin: Int64
    /// Nil if who asked was killed: it happened at any time after its begin, or never.
    let end: Int64?
  }

  var events: [Event] = []

  /// Whether there is an order of all events, each at one moment between its begin and its end, in
  /// which every answer is true.
  ///
  /// The search of Wing and Gong: among those that may come first one is tried after the other. Of
  /// those without an end that do the same any is as good as the one that began first, and one that
  /// changes nothing is as good as none.
  var isLinearizable: Bool {
    let known = answered
    let (ons, offs) = (begins(of: .turnOn), begins(of: .turnOff))
    var dead: Set<State> = []
    var waiting = [State(done: [], ons: 0, offs: 0, isOn: false)]
    while let state = waiting.popLast() {
      guard dead.insert(state).inserted else { continue }
      let left = known.indices.filter { !state.done.contains($0) }
      guard let soonest = left.map({ known[$0].end }).min() else { return true }
      if !state.isOn, state.ons < ons.count, ons[state.ons] <= soonest {
        waiting.append(state.after { $0.ons += 1 })
      }
      if state.isOn, state.offs < offs.count, offs[state.offs] <= soonest {
        waiting.append(state.after { $0.offs += 1 })
      }
      for index in left where known[index].event.begin <= soonest {
        let event = known[index].event
        guard event.wasOn == nil || event.wasOn == state.isOn else { continue }
        var next = state
        next.done.insert(index)
        if event.deed != .read { next.isOn = event.deed == .turnOn }
        waiting.append(next)
      }
    }
    return false
  }

  private var answered: [(event: Event, end: Int64)] {
    events.sorted { $0.begin < $1.begin }.compactMap { event in event.end.map { (event, $0) } }
  }

  /// When those began of which nobody knows more.
  private func begins(of deed: Event.Deed) -> [Int64] {
    events.filter { $0.end == nil && $0.deed == deed }.map(\.begin).sorted()
  }

  private struct State: Hashable {
    var done: Set<Int>
    /// How many without an end have turned it on, and off.
    var ons: Int
    var offs: Int
    var isOn: Bool

    /// Behind one without an end.
    func after(_ count: (inout State) -> Void) -> State {
      var next = self
      next.isOn.toggle()
      count(&next)
      return next
    }
  }
}
