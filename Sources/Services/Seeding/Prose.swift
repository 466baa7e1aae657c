/// What people write: a sentence or two, now and then to somebody, with a hashtag or an emoji.
enum Prose {
  /// One post; `friend` says the handle of somebody the writer may speak to.
  static func post(
    _ seed: UInt64, _ number: Int, in tongue: Tongue, to friend: () -> String?
  ) -> String {
    var dice = Dice(seed, .prose, number)
    let topic = dice.pick(tongue.topics)
    var text = ""
    text.reserveCapacity(160)
    if dice.chance(3) {
      for _ in 0...dice.below(3) { text += dice.pick(Emoji.fitting(topic.name)) }
      return text
    }
    dice.pick(topic.posts).write(to: &text, with: &dice)
    if dice.chance(32) {
      text += dice.chance(12) ? "\n\n" : tongue.space
      dice.pick(tongue.remarks).write(to: &text, with: &dice)
    }
    if dice.chance(16), let friend = friend() {
      text += " "
      dice.pick(tongue.calls).write(to: &text, with: &dice, handle: "@" + friend)
    }
    if dice.chance(34) {
      let emoji = dice.pick(Emoji.fitting(dice.chance(80) ? topic.name : ""))
      text += " "
      for _ in 0...(dice.chance(12) ? 2 : 0) { text += emoji }
    }
    if dice.chance(24) {
      text += dice.chance(25) ? "\n" : " "
      let first = dice.below(topic.hashtags.count)
      text += topic.hashtags[first]
      if dice.chance(35) {
        text += " " + topic.hashtags[(first + 1) % topic.hashtags.count]
      }
    }
    return text
  }
}
