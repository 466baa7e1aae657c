import Foundation

/// How much the tests of damaged files try: a sample in `make test`, everything in `make faults`.
package enum FaultRun {
  package static let isFull = ProcessInfo.processInfo.environment["PROFILECTL_FAULTS"] == "all"
}
