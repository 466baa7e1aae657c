/// How the header of a profile behaves while one scrolls.
package enum HeaderStyle: String, Sendable, CaseIterable {
  case stretchy
  case threeState = "three-state"
  case fading

  /// The one that `H` changes to.
  package var next: HeaderStyle {
    let all = HeaderStyle.allCases
    let place = all.firstIndex(of: self) ?? 0
    return all[(place + 1) % all.count]
  }
}
