import Storage
import Testing

/// Tests jobs that several workers share.
@Suite struct ParallelJobTests {
  private struct Failure: Error {}

  @Test func `results come in the order of the jobs`() throws {
    let jobs = (0..<100).map { number in { (worker: Int) in (number, worker) } }
    let results = try distribute(jobs, over: [1, 2, 3])
    #expect(results.map(\.0) == Array(0..<100))
    #expect(Set(results.map(\.1)).isSubset(of: [1, 2, 3]))
  }

  @Test func `no job begins after an error`() throws {
    var begun = 0
    let jobs = (0..<5).map { number in
      { (_: Int) in
        begun += 1
        if number == 2 { throw Failure() }
      }
    }
    #expect(throws: Failure.self) { try distribute(jobs, over: [0]) }
    #expect(begun == 3)
  }
}
