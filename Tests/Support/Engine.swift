import Testing

/// An engine that stores the networks of a test.
package enum Engine: String, CaseIterable, Sendable {
  case file, server

  @TaskLocal package static var current = Engine.file

  /// Those that can be tested here.
  fileprivate static var available: [Engine] {
    PostgresServer.shared == nil ? [.file] : allCases
  }
}

/// Runs each test of a suite on every engine that can be tested here.
package struct OnEachEngine: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let engines = test.tags.contains(.ofFiles) ? [.file] : Engine.available
    for engine in engines {
      await Engine.$current.withValue(engine) {
        do {
          try await function()
        } catch {
          Issue.record("On the engine '\(engine.rawValue)': \(error)")
        }
      }
    }
  }
}

extension Trait where Self == OnEachEngine {
  package static var onEachEngine: Self { OnEachEngine() }
}

extension Tag {
  /// A test that is about files, whatever its suite runs on.
  @Tag package static var ofFiles: Tag
}
