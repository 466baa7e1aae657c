// Reads a picture from standard input and writes a thumbnail of it to standard output: rows from
// the top, three bytes a pixel. The only argument is how the picture is to be turned, as a number
// of Exif. The exit status says what went wrong.

Confinement.begin()
guard let library = unsafe PixbufLibrary() else { ChildExit.noLibrary.leave() }
let picture = unsafe Decoding(with: library).picture(shown: CommandLine.arguments.dropFirst().first)
unsafe StandardOutput.write(ThumbnailPixels.bytes(of: picture, with: library))
ChildExit.done.leave()
