extension TemporaryFolder {
  /// Writes an executable shell script and returns its path.
  ///
  /// Another process writes the file, because a child of another test could inherit our descriptor,
  /// and a file open for writing cannot be executed.
  package func writeScript(_ text: String, to name: String) throws -> String {
    var shell = try Program(home: self)
    shell.executable = "/bin/sh"
    let path = file(name)
    let answer = try shell.run(
      "-euc", #"cat >"$1"; chmod 700 "$1""#, "sh", path, input: "#!/bin/sh\n\(text)\n")
    guard answer.status == 0 else { throw HarnessError("The script was not written.", output: []) }
    return path
  }
}
