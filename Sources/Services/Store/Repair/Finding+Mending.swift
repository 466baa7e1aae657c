internal import Model

extension [Finding] {
  /// Whether a repair may make something right: where a table has lost a row, it would take away
  /// what names it still.
  package var canBeMended: Bool {
    contains(where: \.fault.canBeMended) && !contains { $0.fault.category?.form == .gone }
  }
}
