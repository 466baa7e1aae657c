import Keys
import Support
import Testing

@Suite struct `Keys from bytes` {
  private func keys(_ text: String) -> [KeyPress] {
    var decoder = KeyDecoder()
    return decoder.take(text.utf8) + decoder.flush()
  }

  @Test(arguments: [
    ("a", [KeyPress.character("a")]),
    ("é日👍", [.character("é"), .character("日"), .character("👍")]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{3}\u{1A}", [.control("c"), .control("z")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[D", [.up, .down, .right, .left]),
    (
      "\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
      [.home, .end, .home, .end, .home, .end]
    ),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[Z", [.pageUp, .pageDown, .delete, .backTab]),
    ("\u{1B}", [.escape]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}f", [.alt(.character("f"))]),
    ("\u{1B}\u{7F}\u{1B}\r", [.alt(.backspace), .escape, .enter]),
    ("\u{1B}é", [.escape, .character("é")]),
    ("\u{1B}[<64;3;4M\u{1B}[<65;1;1M", [.wheelUp, .wheelDown]),
    ("\u{1B}[<0;10;20M\u{1B}[<0;10;20m", [.click(x: 9, y: 19)]),
    (
      "\u{1B}[200~two\nlines \u{1B}[A\u{1B}[201~x",
      [.paste("two\nlines \u{1B}[A"), .character("x")]
    ),
    // Mouse reports in other encodings, and function keys of the Linux console.
    (
      "\u{1B}[M f4x\u{1B}[M\u{1B}[Aq\u{1B}[0;10;10M\u{1B}OM",
      [.character("x"), .character("q"), .enter]
    ),
    ("\u{1B}[[A\u{1B}[[Ez\u{1B}[M f", [.character("z")]),
    (
      "\u{1B}[7$\u{1B}[8^\u{1B}[3@\u{1B}[3$\u{1B}[?1;2$yz",
      [.home, .end, .delete, .delete, .character("z")]
    ),
    ("\u{1B}[99;99Xq\u{1B}[<0;0;0M\u{1B}[<9999999999999999999;1;1M", [.character("q")]),
  ])
  func `escape sequences decode to keys`(bytes: String, expected: [KeyPress]) {
    #expect(keys(bytes) == expected)
  }

  @Test func `invalid UTF-8 and control characters give no keys`() {
    var decoder = KeyDecoder()
    #expect(
      decoder.take([0xC3, 0x41, 0xFF, 0xFE, 0x80, 0xC2, 0x9B, 0x62]) == [
        .character("A"), .character("b"),
      ])
  }

  @Test func `an incomplete sequence waits until it is flushed`() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]).isEmpty && (decoder.unfinished != nil))
    #expect(decoder.take(Array("[A".utf8)) == [.up])
    #expect(decoder.unfinished == nil && decoder.flush().isEmpty)
    #expect(decoder.take([0x1B]).isEmpty)
    #expect(decoder.flush() == [.escape])
  }

  @Test func `Alt and a key split into Escape and the key`() {
    #expect(keys("\u{1B}j").flatMap(\.parts) == [.escape, .character("j")])
    #expect(KeyPress.up.parts == [.up])
  }

  @Test(arguments: UInt64(0)..<100)
  func `the keys don't depend on how the bytes are cut`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "日", "\u{1B}[A", "\u{1B}OD", "\u{1B}[200~p\u{1B}[20\u{1B}[201~", "\u{1B}[<64;7;8M", "\r",
      "\u{1B}[1;2", "\u{1B}\u{1B}", "\u{7F}", "\u{1B}[6~", "\u{1B}[200~p\u{3}\u{3}q\u{1B}[201~",
      "\u{1B}]11;rgb:0/0/0\u{7}", "\u{1B}P>|x\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\", "\u{1B}]11;",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<20 {
      if Int.random(in: 0..<6, using: &generator) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      } else {
        bytes += (pieces.randomElement(using: &generator) ?? "").utf8
      }
    }
    var whole = KeyDecoder()
    let expected = whole.take(bytes) + whole.flush()
    var cut = KeyDecoder()
    var keys: [KeyPress] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...4, using: &generator)
      keys += cut.take(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(keys + cut.flush() == expected)
  }

  @Test(arguments: ["zzz", "", "zzz\u{1B}[20", "zzz\u{1B}q"])
  func `Ctrl-C ends an unfinished paste`(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.take("\u{1B}[200~\(text)\u{3}".utf8).isEmpty && (decoder.unfinished != nil))
    #expect(decoder.flush() == [.control("c")])
    #expect(decoder.unfinished == nil)
    #expect(decoder.take("q\u{1B}[201~".utf8) == [.character("q")])
  }

  @Test func `Ctrl-C before the rest of a paste is text`() {
    #expect(keys("\u{1B}[200~a\u{3}b\u{1B}[201~") == [.paste("a\u{3}b")])
    var decoder = KeyDecoder()
    #expect(decoder.take("\u{1B}[200~a\u{3}".utf8).isEmpty)
    #expect(decoder.take("b\u{3}".utf8).isEmpty)
    #expect(decoder.take("\u{1B}[201~".utf8) == [.paste("a\u{3}b\u{3}")])
    #expect(decoder.unfinished == nil && decoder.flush().isEmpty)
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", "\u{1B}]11;rgb:ff/ff/ff\u{1B}\\", "\u{1B}]52;c;5pel\u{7}",
    "\u{1B}P>|xterm(370)\u{1B}\\", "\u{1B}P1+r544e=787465726d\u{1B}\\", "\u{1B}_Gi=1;OK\u{1B}\\",
    "\u{1B}^quit q\u{1B}\\", "\u{1B}Xü\u{1B}\\", "\u{1B}]\u{7}",
  ])
  func `replies of a terminal give no keys, however they are cut`(reply: String) {
    #expect(keys("j\(reply)k") == [.character("j"), .character("k")])
    for count in 1..<reply.utf8.count {
      var decoder = KeyDecoder()
      #expect(decoder.take(reply.utf8.prefix(count)).isEmpty && (decoder.unfinished != nil))
      #expect(decoder.take(reply.utf8.dropFirst(count)).isEmpty && decoder.unfinished == nil)
    }
  }

  @Test(arguments: ["]", "P", "_", "^", "X", "["] as [Character])
  func `an unfinished reply is held, and dropped when nothing follows`(sign: Character) {
    #expect(keys("\u{1B}\(sign)") == [])
    #expect(keys("\u{1B}\(sign)1;2") == [])
    var decoder = KeyDecoder()
    #expect(decoder.take("\u{1B}\(sign)11".utf8) == [] && decoder.unfinished == .reply)
    // A control character is a key of its own, and so is what follows.
    #expect(decoder.take("\u{3}q".utf8) == [.control("c"), .character("q")])
    #expect(decoder.take("\u{1B}\(sign)11\u{1B}[A".utf8) == [.up])
    #expect(decoder.unfinished == nil)
  }

  @Test(arguments: ["]11;", "_Gi=31;", "P", "[?6"], [3_000, 100_000])
  func `a reply of any length gives no keys`(beginning: String, count: Int) {
    var decoder = KeyDecoder()
    #expect(decoder.take("\u{1B}\(beginning)".utf8) == [])
    for _ in 0..<count / 100 { #expect(decoder.take(repeatElement(0x31, count: 100)) == []) }
    #expect(decoder.take((beginning.hasPrefix("[") ? "c" : "\u{1B}\\").utf8) == [])
    #expect(decoder.unfinished == nil)
    #expect(decoder.replies.isEmpty || count < KeyDecoder.longestSequence)
    #expect(decoder.take("q".utf8) == [.character("q")])
  }

  @Test(
    arguments: [
      ("\u{1B}_Gi=31;OK\u{1B}\\", .graphics(true)),
      ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\", .graphics(false)),
      ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", .background(isLight: false)),
      ("\u{1B}]11;rgb:f/f/d\u{1B}\\", .background(isLight: true)),
      ("\u{1B}]11;rgba:ffff/ffff/ffff/8000\u{1B}\\", .background(isLight: true)),
      (
        "\u{1B}[?62;1;2;4;6;9;15;16;17;18;21;22;28;29c",
        .attributes([62, 1, 2, 4, 6, 9, 15, 16, 17, 18, 21, 22, 28, 29])
      ),
      ("\u{1B}[?1;2c", .attributes([1, 2])),
      ("\u{1B}[?c", .attributes([])), ("\u{1B}]11;red\u{7}", nil), ("\u{1B}]11;rgb:1/2\u{7}", nil),
      ("\u{1B}]11;rgb:-1/2/3\u{7}", nil), ("\u{1B}]11;rgb:11111/2/3\u{7}", nil),
      ("\u{1B}]10;rgb:0/0/0\u{7}", nil), ("\u{1B}_Gi=1;OK\u{1B}\\", nil),
    ] as [(String, TerminalReply?)])
  func `replies are read, however they are cut`(bytes: String, reply: TerminalReply?) {
    for count in 1..<bytes.utf8.count {
      var decoder = KeyDecoder()
      decoder.expectsReply = true
      #expect(decoder.take(bytes.utf8.prefix(count)) == [] && decoder.unfinished == .reply)
      #expect(decoder.take(bytes.utf8.dropFirst(count)) == [] && decoder.unfinished == nil)
      #expect(decoder.replies == [reply].compactMap(\.self))
    }
  }

  @Test func `a paste that is not UTF-8 is refused`() {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1B}[200~caf".utf8) + [0xE9] + Array("\u{1B}[201~".utf8)
    #expect(decoder.take(bytes) == [.badPaste(.notUTF8)])
  }

  @Test func `a paste beyond the limit is refused`() {
    var decoder = KeyDecoder()
    _ = decoder.take("\u{1B}[200~".utf8)
    for _ in 0..<100 { #expect(decoder.take(repeatElement(0x61, count: 10_000)).isEmpty) }
    #expect(decoder.take("\u{1B}[201~q".utf8) == [.badPaste(.tooLong), .character("q")])
    let longest = String(repeating: "a", count: KeyDecoder.longestPaste)
    #expect(keys("\u{1B}[200~\(longest)\u{1B}[201~") == [.paste(longest)])
    #expect(keys("\u{1B}[200~\(longest)a\u{1B}[201~") == [.badPaste(.tooLong)])
  }
}
