/// What the cache held before it was emptied, and by how much the file has shrunk.
package struct ClearedCache: Equatable, Sendable {
  package var dropped: ThumbnailCache
  /// More than was dropped, where room of other things was free as well.
  package var freedBytes: Int

  package init(dropped: ThumbnailCache, freedBytes: Int) {
    self.dropped = dropped
    self.freedBytes = freedBytes
  }
}
