/// What somebody writes: a sentence or two, now and then to somebody, with a hashtag or an emoji.
///
/// Each post could be told in many ways; each try is one of them.
struct Prose {
  let seed: UInt64
  /// The number of the post.
  let number: Int
  let tongue: Tongue
  let day: LocalDay

  /// What a try begins with, and mostly says.
  func gist(_ attempt: UInt8) -> String {
    var dice = dice(attempt)
    return opening(with: &dice).gist
  }

  /// All of a try; `friend` says the handle of somebody the writer may speak to.
  func text(_ attempt: UInt8, to friend: () -> String?) -> String {
    var dice = dice(attempt)
    let (topic, gist, isWhole) = opening(with: &dice)
    if isWhole { return gist }
    var text = gist
    if dice.chance(32) {
      text += dice.chance(12) ? "\n\n" : tongue.space
      dice.pick(tongue.remarks).write(to: &text, with: &dice, on: day)
    }
    if dice.chance(16), let friend = friend() {
      text += " "
      dice.pick(tongue.calls).write(to: &text, with: &dice, on: day, handle: "@" + friend)
    }
    if dice.chance(34) {
      let emoji = dice.pick(Emoji.fitting(dice.chance(80) ? topic.name : ""))
      text += " "
      for _ in 0...(dice.chance(12) ? 2 : 0) { text += emoji }
    }
    if dice.chance(24) {
      text += dice.chance(25) ? "\n" : " "
      let first = dice.pick(topic.hashtags, on: day)
      text += first
      if dice.chance(35) {
        let second = dice.pick(topic.hashtags, on: day)
        if second != first { text += " " + second }
      }
    }
    return text
  }

  /// The same dice for the same try, whoever asks.
  private func dice(_ attempt: UInt8) -> Dice {
    var dice = Dice(seed, .prose, number)
    return attempt == 0 ? dice : Dice(dice.next(), .prose, Int(attempt))
  }

  private func opening(
    with dice: inout Dice
  ) -> (topic: Tongue.Topic, gist: String, isWhole: Bool) {
    let topic = dice.pick(tongue.topics, on: day)
    var gist = ""
    gist.reserveCapacity(160)
    if dice.chance(3) {
      for _ in 0...dice.below(3) { gist += dice.pick(Emoji.fitting(topic.name)) }
      return (topic, gist, true)
    }
    dice.pick(topic.posts, on: day).write(to: &gist, with: &dice, on: day)
    return (topic, gist, false)
  }
}
