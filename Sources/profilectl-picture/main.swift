// Reads a picture from standard input and writes its thumbnail to standard output, in rows from the
// top with three bytes for each pixel. The only argument is the Exif orientation. The exit status
// reports errors.

Confinement.begin()
guard let library = unsafe PixbufLibrary() else { ChildExit.noLibrary.leave() }
let picture = unsafe Decoding(with: library).picture(shown: CommandLine.arguments.dropFirst().first)
unsafe StandardOutput.write(ThumbnailPixels.bytes(of: picture, with: library))
ChildExit.done.leave()
