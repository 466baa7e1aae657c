import Glibc
import SQLiteStorage
import Services
import Storage

// The services as the program's commands call them, again and again in one process, for comparison
// with the baseline in C: `Benchmarks/run`.

let words = CommandLine.arguments
guard words.count >= 4, let work = Work(rawValue: words[1]) else {
  print("use: service-benchmarks WORK DATABASE FILE|NAME|POST|TAG [TIMES] [FILE]")
  exit(64)
}
try carryOut(work)

/// The network closes, and puts its log away, as this returns.
func carryOut(_ work: Work) throws {
  let network = Network(
    store: try SQLiteStore.open(at: words[2], patience: Patience(seconds: 30)))
  try work.run(
    on: network, words[3], times: words.count > 4 ? Int(words[4]) ?? 1 : 1,
    file: words.count > 5 ? words[5] : nil)
}
