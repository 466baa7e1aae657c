import Support

extension TemporaryFolder {
  /// Whether something grows there that is to have a name.
  var hasScratch: Bool {
    (try? names().contains { $0.hasPrefix(".profilectl-") }) ?? false
  }
}
