import Model

/// A moment in a kept page: a date that stays true, for people and for programs.
struct HTMLTime {
  private let moment: Moment
  private let zone: Zone

  init(_ moment: Moment, in traits: Traits) {
    self.moment = moment
    zone = traits.zone
  }

  func write(to markup: inout Markup, withClock: Bool = false) {
    let (date, time) = Timestamp.local(moment, in: zone)
    let both = SafeText(date + " " + time)
    markup.element(
      "time", [("datetime", SafeText(Timestamp.utc(moment))), ("title", both)],
      withClock ? both : SafeText(date))
  }
}
