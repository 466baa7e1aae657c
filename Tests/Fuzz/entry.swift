import Glibc

/// What libFuzzer calls with bytes of its own making; a property that does not hold ends the run.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(holds(bytes), "the property does not hold")
  return 0
}

/// Whether a fault is planted to see that it is found: each harness judges by a property then that
/// does not hold for all that it is fed.
let isPlanted = getenv("PLANT") != nil

/// Called once: writes the corpus where the script wants it.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzBegin(
  _ count: UnsafeMutablePointer<Int32>?, _ words: UnsafeMutableRawPointer?
) -> Int32 {
  guard let folder = getenv("CORPUS") else { return 0 }
  for (number, bytes) in corpus.enumerated() {
    guard let file = fopen(String(cString: folder) + "/begin-\(number)", "w") else { continue }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
  return 0
}
