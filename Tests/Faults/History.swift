/// The operations of several workers on one register that is on or off.
struct History {
  /// One operation; `begin` lies before its request and `end` after its answer.
  struct Event: Equatable {
    enum Deed: Equatable {
      case turnOn, turnOff, read
    }

    let deed: Deed
    /// Whether the register was on before; nil without an answer.
    var wasOn: Bool?
    let begin: Int64
    /// Nil if the worker's process was killed: the operation took effect after `begin`, or never.
    let end: Int64?
  }

  var events: [Event] = []

  /// Whether all events have an order in which every answer is true.
  ///
  /// Each event must lie between its begin and its end. The search of Wing and Gong tries every
  /// event that may come first. Of the equal events without an end it tries only the one that began
  /// first, and only where it changes the register.
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

  /// The begins of the events without an end, in order.
  private func begins(of deed: Event.Deed) -> [Int64] {
    events.filter { $0.end == nil && $0.deed == deed }.map(\.begin).sorted()
  }

  private struct State: Hashable {
    var done: Set<Int>
    /// The number of events without an end that have turned the register on, and off.
    var ons: Int
    var offs: Int
    var isOn: Bool

    /// The state after an event without an end.
    func after(_ count: (inout State) -> Void) -> State {
      var next = self
      next.isOn.toggle()
      count(&next)
      return next
    }
  }
}
