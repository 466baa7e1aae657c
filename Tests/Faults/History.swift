/// What workers asked of one register that is on or off, when, and what they were answered.
struct History {
  /// One operation, from before it was asked to after it was answered.
  struct Event: Equatable {
    enum Deed: Equatable {
      case turnOn, turnOff, read
    }

    let deed: Deed
    /// Whether it was on before, as far as the answer tells.
    var wasOn: Bool
    let begin: Int64
    let end: Int64
  }

  var events: [Event] = []

  /// Whether there is an order of all events, each at one moment between its begin and its end, in
  /// which every answer is true.
  ///
  /// The search of Wing and Gong: among those that may come first one is tried after the other.
  var isLinearizable: Bool {
    let events = events.sorted { $0.begin < $1.begin }
    var dead: Set<State> = []
    var waiting = [State(done: [], isOn: false)]
    while let state = waiting.popLast() {
      if state.done.count == events.count { return true }
      guard dead.insert(state).inserted else { continue }
      let open = events.indices.filter { !state.done.contains($0) }
      guard let soonest = open.map({ events[$0].end }).min() else { return true }
      for index in open where events[index].begin <= soonest {
        guard events[index].wasOn == state.isOn else { continue }
        let isOn =
          switch events[index].deed {
          case .turnOn: true
          case .turnOff: false
          case .read: state.isOn
          }
        waiting.append(State(done: state.done.union([index]), isOn: isOn))
      }
    }
    return false
  }

  private struct State: Hashable {
    let done: Set<Int>
    let isOn: Bool
  }
}
