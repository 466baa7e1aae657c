/// Makes untrusted text safe for a terminal.
///
/// Controls become visible, invisible scalars are removed, and no cluster is longer than eight
/// scalars.
///
/// The first pass checks scalars, the second clusters.
struct Sanitizer {
  private static let longestCluster = 8
  /// The dotted circle, which shows a combining mark without a base.
  private static let markHolder: Unicode.Scalar = "\u{25CC}"

  private let shape: SafeText.Shape

  init(_ shape: SafeText.Shape) {
    self.shape = shape
  }

  func clean(_ raw: String) -> String {
    if raw.unicodeScalars.allSatisfy(isHarmless) { return raw }
    return cleanClusters(of: cleanScalars(of: raw))
  }

  /// Whether a scalar is visible and never joins its neighbours.
  ///
  /// Most texts consist of such scalars and skip both passes: 0.3 µs instead of 17 µs for a short
  /// text.
  private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: shape == .lines
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x386..<0x483, 0x48A..<0x530: true
    case 0x2010..<0x2028, 0x2030..<0x205F, 0x20A0..<0x20C1, 0x2190..<0x2400: true
    case 0x2440..<0x2C00, 0x3000..<0x302A, 0x3041..<0x3097, 0x309D..<0x3100: true
    case 0x3400..<0xA000, 0xAC00..<0xD7A4, 0xFF01..<0xFF5F: true
    case 0x1F300..<0x1F3FB, 0x1F400..<0x1F700: true
    default: false
    }
  }

  /// Makes controls visible and removes invisible scalars, except those for the second pass.
  private func cleanScalars(of raw: String) -> String {
    var result = String.UnicodeScalarView()
    var scalars = raw.unicodeScalars.makeIterator()
    var next = scalars.next()
    while let scalar = next {
      next = scalars.next()
      switch scalar.value {
      case 0x0A where shape == .lines: result.append(scalar)
      case 0x0D where shape == .lines && next == "\n": break
      case 0x09: result.take("    ".unicodeScalars)
      case 0..<0x20, 0x7F: result.append(Self.picture(of: scalar))
      default:
        switch ScalarDanger(scalar) {
        case nil, .joining: result.append(scalar)
        case .invisible: break
        case .exposed: result.take(Self.number(of: scalar))
        }
      }
    }
    return String(result)
  }

  private static func number(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    "<\(String(scalar.value, radix: 16, uppercase: true))>".unicodeScalars
  }

  private static func picture(of control: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(control.value == 0x7F ? 0x2421 : 0x2400 + control.value) ?? "?"
  }

  /// Removes misplaced joiners, adds a base to marks, and cuts clusters to eight scalars.
  ///
  /// A cut cluster may join with the next one, so both are checked together.
  private func cleanClusters(of text: String) -> String {
    var result = String.UnicodeScalarView()
    var pending: [Unicode.Scalar] = []
    var isPendingCut = false
    for character in text {
      let scalars = character.unicodeScalars
      if !isPendingCut, let only = scalars.first, isHarmless(only), scalars.count == 1 {
        result.take(pending)
        pending.removeAll(keepingCapacity: true)
        result.append(only)
        continue
      }
      let (cluster, isCut) = cleanCluster(Array(scalars))
      if isPendingCut, Self.areJoined(pending, cluster) {
        if pending.count + cluster.count <= Self.longestCluster {
          pending += cluster
          continue
        }
        pending = ["\u{FFFD}"]
      }
      result.take(pending)
      (pending, isPendingCut) = (cluster, isCut)
    }
    result.take(pending)
    return String(result)
  }

  /// Whether two scalar sequences would form one cluster at their boundary.
  private static func areJoined(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Bool {
    func count(_ scalars: [Unicode.Scalar]) -> Int {
      var view = String.UnicodeScalarView()
      view.take(scalars)
      return String(view).count
    }
    return count(left + right) < count(left) + count(right)
  }

  private func cleanCluster(_ raw: [Unicode.Scalar]) -> (cluster: [Unicode.Scalar], isCut: Bool) {
    guard let first = raw.first, raw.count > 1 || first.value >= 0x300 else { return (raw, false) }
    if Self.isPartOfSyllable(first) { return (raw.prefix(2).flatMap(Self.number), false) }
    var cluster: [Unicode.Scalar] = []
    let flag = Self.flagTags(in: raw)
    for (place, scalar) in raw.enumerated() {
      let previous = cluster.last
      let isKept =
        switch scalar.value {
        case 0x200D: Self.joins(previous, place + 1 < raw.count ? raw[place + 1] : nil)
        case 0xFE0E, 0xFE0F: Self.selects(previous, place + 1 < raw.count ? raw[place + 1] : nil)
        case 0xE0020...0xE007F: flag.contains(place)
        default: true
        }
      if isKept { cluster.append(scalar) }
    }
    if let first = cluster.first, !Self.stands(first) { cluster.insert(Self.markHolder, at: 0) }
    if cluster.count > Self.longestCluster {
      cluster.removeSubrange(Self.longestCluster...)
      if cluster.last == "\u{200D}" { cluster.removeLast() }
    }
    if cluster.count == 1, let letter = Self.letter(ofLoneIndicator: cluster[0]) {
      return ([letter], false)
    }
    return (cluster, cluster.count != raw.count)
  }

  /// Whether a zero-width joiner is valid: between emoji, or after a virama.
  private static func joins(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous, let next else { return false }
    if previous.properties.canonicalCombiningClass == .virama { return true }
    let endsPicture = previous == "\u{FE0F}" || (previous.properties.isEmoji && !previous.isASCII)
    return endsPicture && next.properties.isEmoji && !next.isASCII
  }

  /// Whether a variation selector is valid: after an emoji, or within a keycap.
  private static func selects(_ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let previous, previous.properties.isEmoji else { return false }
    return !previous.isASCII || next == "\u{20E3}"
  }

  /// The indices of a well-formed tag sequence after a black flag; otherwise empty.
  private static func flagTags(in cluster: [Unicode.Scalar]) -> Range<Int> {
    guard cluster.count > 2, cluster[0] == "\u{1F3F4}" else { return 0..<0 }
    let end = cluster.dropFirst().firstIndex { !(0xE0030...0xE007A).contains($0.value) }
    guard let end, end > 1, end < longestCluster, cluster[end].value == 0xE007F else {
      return 0..<0
    }
    return 1..<end + 1
  }

  /// Whether a scalar can begin a cluster; marks and emoji modifiers can't.
  private static func stands(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isGraphemeExtend || scalar.properties.isEmojiModifier { return false }
    // Among spacing marks, only the Burmese ones can begin a cluster.
    if scalar.properties.generalCategory == .spacingMark, areJoined([markHolder], [scalar]) {
      return false
    }
    return CellWidth.of(scalar) > 0
  }

  /// Whether it is a Hangul vowel or final consonant, which is invisible without a letter before
  /// it.
  private static func isPartOfSyllable(_ scalar: Unicode.Scalar) -> Bool {
    (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value)
  }

  private static func letter(ofLoneIndicator scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
  }
}

extension String.UnicodeScalarView {
  /// Appends scalars; `append(contentsOf:)` would copy the whole string each time.
  fileprivate mutating func take(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars { append(scalar) }
  }
}
