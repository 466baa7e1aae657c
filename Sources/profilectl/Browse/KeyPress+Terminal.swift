import Browser
import Terminal

extension KeyPress {
  init(_ key: Key) {
    self =
      switch key {
      case .character(let character): .character(character)
      case .control(let letter): .control(letter)
      case .alt(let key): .alt(KeyPress(key))
      case .enter: .enter
      case .tab: .tab
      case .backTab: .backTab
      case .escape: .escape
      case .backspace: .backspace
      case .delete: .delete
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .home: .home
      case .end: .end
      case .pageUp: .pageUp
      case .pageDown: .pageDown
      case .wheelUp: .wheelUp
      case .wheelDown: .wheelDown
      case .click(let x, let y): .click(x: x, y: y)
      case .paste(let text): .paste(text)
      case .badPaste(.tooLong): .badPaste(.tooLong)
      case .badPaste(.notUTF8): .badPaste(.notUTF8)
      }
  }
}
