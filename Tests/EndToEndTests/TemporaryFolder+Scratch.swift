import Support

extension TemporaryFolder {
  /// Whether the folder holds an unfinished new file.
  var hasScratch: Bool {
    (try? names().contains { $0.hasPrefix(".profilectl-") }) ?? false
  }
}
