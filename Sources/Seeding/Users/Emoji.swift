/// The emoji of names and posts; some consist of several code points.
enum Emoji {
  static let badges = [
    "🌿", "🌙", "☕️", "🎈", "🐈‍⬛", "🏳️‍🌈", "📚", "🚲", "🌊", "🧶", "🎻", "👩‍🍳", "🧑‍🚀", "🐝", "🍉", "✨", "🦉", "🧗🏽‍♀️", "🐻‍❄️",
    "🎧",
  ]

  /// The emoji that fit a topic; general ones where the topic is unknown.
  static func fitting(_ topic: String) -> [String] {
    byTopic[topic] ?? general
  }

  private static let general = ["🙂", "😅", "✨", "🤷🏾‍♀️", "🤔", "🎉", "❤️‍🔥", "😶‍🌫️", "👀", "🫶🏼"]
  private static let byTopic = [
    "kitchen": ["🍞", "🍜", "🥟", "🍋", "👩‍🍳", "🧑🏽‍🍳", "☕️", "🫖", "🌶️", "😋", "🥣", "🍓"],
    "outdoors": ["🌿", "🌧️", "🌅", "🏔️", "🚶🏻‍♀️", "🦉", "🍂", "🌸", "🌊", "🧗🏽‍♀️", "☔️", "🐿️"],
    "work": ["💻", "👩🏽‍💻", "🧑‍💻", "📎", "🫠", "☕️", "🐛", "🗂️", "🎯", "🤦🏻‍♂️"],
    "evening": ["🎬", "📚", "🎧", "🎻", "🌙", "🎭", "✨", "🥹", "🧑‍🎤", "🎲"],
    "home": ["🐈‍⬛", "🐕‍🦺", "🪴", "👨‍👩‍👧‍👦", "👵🏼", "🧶", "🧺", "🛋️", "🐈", "👩‍👧"],
    "town": ["🚋", "🚲", "🚴🏾‍♂️", "🚂", "🌉", "🎪", "🛍️", "🗺️", "🏛️", "🚏"],
  ]
}
