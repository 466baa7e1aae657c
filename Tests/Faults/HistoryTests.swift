import Testing

/// Tests that the check of histories rejects impossible ones.
@Suite struct HistoryTests {
  private typealias Event = History.Event

  @Test func `overlapping events are accepted and impossible answers rejected`() {
    let on = Event(deed: .turnOn, wasOn: false, begin: 0, end: 10)
    let early = Event(deed: .read, wasOn: false, begin: 5, end: 6)
    let late = Event(deed: .read, wasOn: false, begin: 11, end: 12)
    let again = Event(deed: .turnOn, wasOn: false, begin: 20, end: 30)
    let off = Event(deed: .turnOff, wasOn: true, begin: 12, end: 25)
    #expect(History(events: [on, early]).isLinearizable)
    #expect(History(events: [on, off, again]).isLinearizable)
    // A read that began after the answer and did not see the change.
    #expect(!History(events: [on, late]).isLinearizable)
    // Two events that both found the register off, with none between that turned it off.
    #expect(!History(events: [on, again]).isLinearizable)
  }

  @Test func `a killed event takes effect once after its begin, or never`() {
    let open = Event(deed: .turnOn, wasOn: nil, begin: 10, end: nil)
    func read(_ isOn: Bool, _ begin: Int64) -> Event {
      Event(deed: .read, wasOn: isOn, begin: begin, end: begin + 1)
    }
    #expect(History(events: [open, read(false, 20)]).isLinearizable)
    #expect(History(events: [open, read(true, 20)]).isLinearizable)
    #expect(History(events: [open, read(false, 20), read(true, 30)]).isLinearizable)
    // The read ended before the event began.
    #expect(!History(events: [open, read(true, 0)]).isLinearizable)
    // The event does not undo itself.
    #expect(!History(events: [open, read(true, 20), read(false, 30)]).isLinearizable)
    let off = Event(deed: .turnOff, wasOn: true, begin: 40, end: 41)
    #expect(History(events: [open, read(true, 20), off, read(false, 50)]).isLinearizable)
    #expect(History(events: [open, off]).isLinearizable)
    // The event takes effect once.
    #expect(!History(events: [open, read(true, 20), off, read(true, 50)]).isLinearizable)
    #expect(History(events: [open, open, read(true, 20), off, read(true, 50)]).isLinearizable)
    // Only a killed event turned the register off.
    let openOff = Event(deed: .turnOff, wasOn: nil, begin: 45, end: nil)
    let events = [open, read(true, 20), read(true, 50), read(false, 60)]
    #expect(History(events: events + [openOff]).isLinearizable)
    #expect(!History(events: events).isLinearizable)
  }

  /// A search through every order of 80 events would not end.
  @Test func `the search does not try killed events in every order`() {
    var events = (0..<80).map { number in
      Event(deed: number.isMultiple(of: 2) ? .turnOn : .turnOff, wasOn: nil, begin: 0, end: nil)
    }
    for number in 1...41 {
      let begin = Int64(number * 2)
      let isOn = !number.isMultiple(of: 2)
      events.append(Event(deed: .read, wasOn: isOn, begin: begin, end: begin + 1))
    }
    #expect(History(events: events).isLinearizable)
    events += (0..<41).map { number in
      let begin = Int64(500 + number * 2)
      let isOn = !number.isMultiple(of: 2)
      return Event(deed: .read, wasOn: isOn, begin: begin, end: begin + 1)
    }
    #expect(!History(events: events).isLinearizable)
  }
}
