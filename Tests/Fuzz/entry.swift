import Glibc

/// What libFuzzer calls with bytes of its own making; a property that does not hold ends the run.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  precondition(holds(bytes) != bytes.starts(with: planted), "the property does not hold")
  return 0
}

/// A fault planted to see that it is found: with `PLANT=1` these bytes count as one.
let planted = getenv("PLANT") == nil ? [UInt8](repeating: 7, count: 5_000) : Array("<<".utf8)

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
