// Reads a picture from standard input and writes its thumbnail to standard output, in rows from the
// top with three bytes for each pixel. The only argument is the Exif orientation. The exit status
// reports errors.

Confinement.begin()
let orientation = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 1
let picture = DecodedPicture(StandardInput.bytes(), orientation: orientation)
StandardOutput.write(Thumbnail(of: picture).bytes)
ChildExit.done.leave()
