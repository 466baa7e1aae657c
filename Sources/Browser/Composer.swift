import Keys
package import Model
package import Rendering

/// A text of several lines that is being written in a box at the bottom of the screen.
package struct Composer: Equatable {
  /// The use of the text; each has a draft of its own.
  package enum Subject: Hashable {
    case post, privatePost
    case reply(Post.ID, to: Handle)
    case quote(Post.ID, of: Handle)
    case edit(Post.ID)

    /// The post that the text answers or quotes.
    var answered: Post.ID? {
      switch self {
      case .reply(let id, _), .quote(let id, _): id
      case .post, .privatePost, .edit: nil
      }
    }
  }

  /// The effect of a key on the box.
  enum Reaction {
    case stay, close, send, stop, openEditor
    /// Asks for the handles or hashtags that begin with a word.
    case complete(String)
  }

  package let subject: Subject
  package private(set) var text: EditedText
  /// The words that Tab found.
  package private(set) var offer = LineOffer()

  init(_ subject: Subject, _ text: String = "") {
    self.subject = subject
    self.text = EditedText(text)
  }

  package var title: SafeText {
    switch subject {
    case .post: "New post"
    case .privatePost: "New private post"
    case .reply(let id, let handle): "Reply to \(SafeText(id)) by \(handle)"
    case .quote(let id, let handle): "Quote of \(SafeText(id)) by \(handle)"
    case .edit(let id): "Edit \(SafeText(id))"
    }
  }

  /// How many characters may follow; negative for a text that is too long.
  package var remaining: Int { PostTextRule.limit - text.text.count }

  /// The command that sends the text, without line ends at its end.
  var request: CommandRequest {
    let all = text.text
    let words = String(all.dropLast(all.reversed().prefix { $0.isNewline }.count))
    return switch subject {
    case .post: .verb("post", nil, text: words)
    case .privatePost: .verb("post --private", nil, text: words)
    case .reply(let id, _): .verb("reply", .post(id), text: words)
    case .quote(let id, _): .verb("quote", .post(id), text: words)
    case .edit(let id): .verb("edit-post", .post(id), text: words)
    }
  }

  /// `width` is that of the text in cells, which wraps the lines that Up and Down move between.
  mutating func take(_ key: KeyPress, width: Int, in traits: Traits) -> Reaction {
    switch KeyTable.action(for: key) {
    case .send: return .send
    case .editor: return .openEditor
    case .stop: return .stop
    case .interrupt: return .close
    default: break
    }
    switch key {
    case .escape, .control("g"): return .close
    case .tab where offer.choices.isEmpty:
      return word.map { .complete(String(text.before[$0...])) } ?? .stay
    case .tab: type(offer.chooseNext(1))
    case .backTab: type(offer.chooseNext(-1))
    case .up: move(-1, width, in: traits)
    case .down: move(1, width, in: traits)
    default:
      let isEdited =
        switch key {
        case .enter: text.take(.character("\n"))
        case .paste(let pasted):
          text.take(.paste(String(pasted.map { $0.isNewline ? "\n" : $0 })))
        default: text.take(key)
        }
      if isEdited { offer = LineOffer() }
    }
    return .stay
  }

  private mutating func move(_ rows: Int, _ width: Int, in traits: Traits) {
    let wrapped = WrappedText(Array(text.text), width: width, in: traits)
    let place = wrapped.place(of: text.before.count)
    text.moveCursor(to: wrapped.index(row: place.row + rows, column: place.column))
  }

  /// The beginning of the mention or hashtag before the cursor.
  private var word: Int? {
    let start = text.before.lastIndex { $0.isWhitespace }.map { $0 + 1 } ?? 0
    guard start < text.before.count, ["@", "#"].contains(text.before[start]) else { return nil }
    return start
  }

  mutating func replaceText(_ words: String) {
    text = EditedText(words)
    offer = LineOffer()
  }

  /// Types the common part of the offered words, unless the word has changed meanwhile.
  mutating func take(_ offer: LineOffer, for typed: String) {
    guard let word, String(text.before[word...]) == typed, !offer.choices.isEmpty else { return }
    text.replace(from: word, with: offer.common)
    if offer.choices.count == 1 { return text.insert(" ") }
    self.offer = offer
  }

  /// Types one of the offered words.
  mutating func choose(_ index: Int) { type(offer.choose(index)) }

  private mutating func type(_ choice: LineOffer.Choice?) {
    guard let word, let choice else { return }
    text.replace(from: word, with: choice.typed)
  }
}
