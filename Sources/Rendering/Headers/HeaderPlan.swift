/// The positions of the parts of a header at offset 0, for one window.
struct HeaderPlan {
  /// The least height of a window for blank rows in the header.
  private static let airyRows = 30
  /// The least height of a window for two blank rows above the tabs.
  private static let tallRows = 50
  /// The least height of a window for the avatar.
  private static let lowestRows = 14
  /// Lower windows have one line of counts.
  private static let rowsOfTwoCounts = 10
  private static let narrowestColumns = 30
  /// The largest share of the window for a header.
  private static let largestPart = 0.48

  let banner: Int
  /// The rows of the avatar; it has twice as many columns.
  let avatar: Int
  let avatarRow: Int
  static let avatarColumn = 2
  /// The column of the text.
  let left: Int
  private(set) var lines: [(row: Int, line: StyledLine)] = []
  /// The row of the tabs, and the blank rows below their line.
  private(set) var tabs = 0
  let gap: Int

  /// `rows` is the height of the terminal; `hasBanner` is false if the terminal can't show a
  /// banner.
  init(_ text: HeaderText, rows: Int, hasBanner: Bool = true, in traits: Traits) {
    let isLow = rows < HeaderPlan.lowestRows
    let isAiry = rows >= HeaderPlan.airyRows
    banner = !hasBanner ? 0 : isLow ? 1 : max(3, Int((0.18 * Double(rows)).rounded()))
    avatar =
      isLow || traits.width < HeaderPlan.narrowestColumns
      ? 0 : min(max(Int((Double(rows) / 5).rounded()), 4), traits.width < 52 ? 4 : 8)
    avatarRow = max(0, banner - (avatar + 1) / 2)
    left = avatar == 0 ? 1 : 2 * avatar + 4
    gap = isAiry ? 1 : 0
    place(text, rows: rows, isAiry: isAiry, traits)
  }

  private mutating func place(_ text: HeaderText, rows: Int, isAiry: Bool, _ traits: Traits) {
    var row = banner + (isAiry && banner > 0 ? 1 : 0)
    func add(_ added: [StyledLine]) {
      for line in added {
        lines.append((row, line))
        row += 1
      }
    }
    let inner = traits.with(width: traits.width - left - 2)
    add(text.heading(in: inner))
    if rows < HeaderPlan.lowestRows {
      add(Array(text.counts(in: inner).prefix(rows < HeaderPlan.rowsOfTwoCounts ? 1 : 2)))
      tabs = row
      return
    }
    if isAiry { row += 1 }
    let counts = text.counts(in: inner)
    let foot = avatarRow + avatar
    if isAiry { row = max(row, foot) }
    let below = counts.count + HeaderLayout.bar + (isAiry ? 3 : 0)
    let room = Int(HeaderPlan.largestPart * Double(rows)) - row - below
    let bio = text.bio(in: inner, atMost: max(1, room))
    add(bio)
    if isAiry, !bio.isEmpty { row += 1 }
    add(counts)
    row = max(row, foot)
    tabs = row + (isAiry ? 1 : 0) + (rows >= HeaderPlan.tallRows ? 1 : 0)
  }
}
