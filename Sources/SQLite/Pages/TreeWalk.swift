internal import SQLText

/// Walks the trees of a file and visits each page once.
package final class TreeWalk {
  private let file: PageFile
  private let shouldStop: (() -> Bool)?
  private let overflow: OverflowPages
  /// A separate budget for rows that are read again.
  private let overflowAgain: OverflowPages
  private var seen: Set<Int> = []

  package init(_ file: PageFile, unless shouldStop: (() -> Bool)?) {
    (self.file, self.shouldStop) = (file, shouldStop)
    overflow = OverflowPages(of: file)
    overflowAgain = OverflowPages(of: file)
  }

  /// The root pages of the tables and indexes in the schema, by name.
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

  /// Visits every row reachable from a root, in no order; returns whether the tree is intact.
  package func rows(
    ofTreeAt root: Int?, isTable: Bool, _ visit: (FoundRow) throws -> Void
  ) throws -> Bool {
    guard let root else { return false }
    var isWhole = true
    var waiting = [root]
    // A damaged page may name a child many times.
    var reached: Set = [root]
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

  /// Visits the rows of all b-tree pages that `rows` did not reach.
  package func strayRows(_ visit: (FoundRow) throws -> Void) throws {
    for number in 1...max(1, file.pageCount) { try visitStray(number, visit) }
    for number in file.pagesBeyond { try visitStray(number, visit) }
  }

  private func visitStray(_ number: Int, _ visit: (FoundRow) throws -> Void) throws {
    if shouldStop?() == true { throw DatabaseError.interrupted }
    guard !seen.contains(number), let page = TreePage(number, in: file) else { return }
    _ = try visitRows(of: page, with: overflow, visit)
  }

  /// Visits the rows of a page again.
  package func rows(again page: Int, _ visit: (FoundRow) throws -> Void) throws {
    guard let page = TreePage(page, in: file) else { return }
    _ = try visitRows(of: page, with: overflowAgain, visit)
  }

  /// Visits the rows of a page, one in memory at a time; returns whether every row could be read.
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
