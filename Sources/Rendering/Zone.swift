package import Model

/// How far the clocks of a place are ahead of UTC.
package struct Zone: Sendable {
  /// Seconds ahead of UTC at a moment.
  package let offset: @Sendable (Moment) -> Int

  package init(offset: @escaping @Sendable (Moment) -> Int) {
    self.offset = offset
  }

  package static let utc = Zone { _ in 0 }
}
