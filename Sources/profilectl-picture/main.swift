internal import CPictures

// Reads a picture from standard input, and writes smaller ones to standard output, in rows from the
// top with three bytes for each pixel. The first argument is the Exif orientation. With the second
// argument `draw`, the whole picture follows its width and height; without it, a JPEG file of the
// whole picture follows the tile. The exit status reports errors.

Confinement.begin()
let arguments = CommandLine.arguments.dropFirst()
let picture = DecodedPicture(
  StandardInput.bytes(), orientation: arguments.first.flatMap(Int.init) ?? 1)
let whole = ScaledPicture(all: picture)
if arguments.last == "draw" {
  StandardOutput.write(whole.sides + whole.bytes)
} else {
  StandardOutput.write(ScaledPicture(tileOf: picture, whole: whole).bytes + JPEGFile(whole).bytes)
}
ChildExit.done.leave()
