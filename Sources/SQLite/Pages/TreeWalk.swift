/// Visits the trees of a file and remembers which pages it has seen, so that none is visited twice.
package final class TreeWalk {
  private let file: PageFile
  private let shouldStop: (() -> Bool)?
  private let overflow: OverflowPages
  /// For what is read once more: nothing that was read before keeps it from that.
  private let overflowAgain: OverflowPages
  private var seen: Set<Int> = []

  package init(_ file: PageFile, unless shouldStop: (() -> Bool)?) {
    self.file = file
    self.shouldStop = shouldStop
    overflow = OverflowPages(of: file)
    overflowAgain = OverflowPages(of: file)
  }

  /// The tables and indexes that the first page leads to, by name, with their root pages.
  package func roots() throws -> [String: Int] {
    var roots: [String: Int] = [:]
    _ = try rows(ofTreeAt: 1, isTable: true) { row in
      if row.values.count == 5, case .text(let name) = row.values[1],
        case .integer(let root) = row.values[3]
      {
        roots[name] = Int(truncatingIfNeeded: root)
      }
    }
    return roots
  }

  /// Every row that can be reached from a root, in no order; whether the tree was whole.
  package func rows(
    ofTreeAt root: Int?, isTable: Bool, _ visit: (FoundRow) throws -> Void
  ) throws -> Bool {
    guard let root else { return false }
    var isWhole = true
    var waiting = [root]
    // A page that leads to many would have each of them wait as often as it is named.
    var reached: Set<Int> = [root]
    while let number = waiting.popLast() {
      if shouldStop?() == true { throw DatabaseError.interrupted }
      guard !seen.contains(number), let page = TreePage(number, in: file), page.isTable == isTable
      else {
        isWhole = false
        continue
      }
      seen.insert(number)
      for child in page.children {
        let isNew = file.has(child) && reached.insert(child).inserted
        if isNew { waiting.append(child) } else { isWhole = false }
      }
      if try !visitRows(of: page, with: overflow, visit) { isWhole = false }
    }
    return isWhole
  }

  /// The rows of all pages that no tree led to, if they look like pages of a tree.
  package func strayRows(_ visit: (FoundRow) throws -> Void) throws {
    for number in 1...max(1, file.pageCount) { try visitStray(number, visit) }
    for number in file.pagesBeyond { try visitStray(number, visit) }
  }

  private func visitStray(_ number: Int, _ visit: (FoundRow) throws -> Void) throws {
    if shouldStop?() == true { throw DatabaseError.interrupted }
    guard !seen.contains(number), let page = TreePage(number, in: file) else { return }
    _ = try visitRows(of: page, with: overflow, visit)
  }

  /// The rows of a page that was visited before, once more.
  package func rows(again page: Int, _ visit: (FoundRow) throws -> Void) throws {
    guard let page = TreePage(page, in: file) else { return }
    _ = try visitRows(of: page, with: overflowAgain, visit)
  }

  /// One after the other, so that only one is held; whether every one could be read.
  private func visitRows(
    of page: TreePage, with overflow: OverflowPages, _ visit: (FoundRow) throws -> Void
  ) throws -> Bool {
    var areWhole = true
    for index in 0..<page.rowCount {
      if shouldStop?() == true { throw DatabaseError.interrupted }
      if let row = page.row(index, with: overflow) { try visit(row) } else { areWhole = false }
    }
    return areWhole
  }
}
