/// What somebody writes: a sentence or two, now and then to somebody, with a hashtag or an emoji.
struct Prose {
  let seed: UInt64
  /// The number of the post.
  let number: Int
  let tongue: Tongue
  let day: LocalDay
  let choice: ProsePlan.Choice

  /// `friend` is somebody the writer may speak to.
  func text(to friend: Int?, in cast: Cast) -> String {
    var dice = Dice(seed, .prose, number)
    let tale = tongue.tales[Int(choice.tale)]
    var text = ""
    if choice.isWordless {
      for _ in 0...dice.below(3) { text += dice.pick(Emoji.fitting(tale.topic.name)) }
      return text
    }
    text.reserveCapacity(160)
    tale.template.write(to: &text, with: &dice, on: day, variant: Int(choice.variant))
    if let remark = choice.remark {
      text += dice.chance(12) ? "\n\n" : tongue.space
      tongue.remarks[Int(remark)].write(to: &text, with: &dice, on: day)
    }
    if dice.chance(16), let friend {
      text += " "
      dice.pick(tongue.calls).write(
        to: &text, with: &dice, on: day, handle: "@" + cast.handle(friend))
    }
    if dice.chance(34) {
      let emoji = dice.pick(Emoji.fitting(dice.chance(80) ? tale.topic.name : ""))
      text += " "
      for _ in 0...(dice.chance(12) ? 2 : 0) { text += emoji }
    }
    if dice.chance(24) {
      text += dice.chance(25) ? "\n" : " "
      let first = dice.pick(tale.topic.hashtags, on: day)
      text += first
      if dice.chance(35) {
        let second = dice.pick(tale.topic.hashtags, on: day)
        if second != first { text += " " + second }
      }
    }
    return text
  }
}
