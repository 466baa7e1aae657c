import Files
import Glibc
import Rendering

// Makes an animated drawing from a recording of the browser: `film FOLDER FILE`. The folder has the
// files `log` and `timing` of script(1).

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("Use: film FOLDER FILE")
  exit(64)
}
let recording = Recording(
  log: try WholeFile.read("\(arguments[1])/log", atMost: .max),
  timing: String(
    decoding: try WholeFile.read("\(arguments[1])/timing", atMost: .max), as: UTF8.self))
let shots = recording.thinned(to: 0.05)
guard shots.count > 20 else {
  print("film: the recording has \(shots.count) frames.")
  exit(65)
}
let drawing = Film(shots, columns: recording.columns, rows: recording.rows).markup(
  title: "A tour of the profile browser",
  description: """
    A profile in a terminal is followed, pulled past its top so that its banner stretches, and \
    scrolled until its tabs stick to the top; a post is opened and liked; then, in another style, \
    the banner blurs into a bar on which the name arrives.
    """)
try NewFile.write(drawing.output.bytes, to: arguments[2], mayReplace: true)
