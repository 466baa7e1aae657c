"""Use: pictures.py FOLDER - writes stripes.png, eight colours in a row, and tiny.png, 24 by 18 pixels."""
import pathlib, struct, sys, zlib


def write(name, width, height, color):
    def chunk(kind, content):
        return (struct.pack(">I", len(content)) + kind + content
                + struct.pack(">I", zlib.crc32(kind + content)))
    row = b"\0" + b"".join(bytes(color(x)) for x in range(width))
    pathlib.Path(sys.argv[1], name).write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))


write("stripes.png", 1600, 260, lambda x: (28 * (x // 200), 255 - 28 * (x // 200), 128))
write("tiny.png", 24, 18, lambda x: (200, 120, 40))
