/// How long each of many calls took.
struct Times {
  private var all: [Duration] = []

  mutating func note(_ body: () throws -> Void) rethrows {
    all.append(try ContinuousClock().measure(body))
  }

  func printWorst() { print("worst \(milliseconds(of: 1))") }

  func printP99() { print("p99 \(milliseconds(of: 0.99))") }

  private func milliseconds(of part: Double) -> Double {
    guard !all.isEmpty else { return 0 }
    return all.sorted()[Int(part * Double(all.count - 1))] / .milliseconds(1)
  }
}
