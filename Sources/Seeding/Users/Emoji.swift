/// The emoji of names and posts; some consist of several code points.
enum Emoji {
  static let badges = [
    "🌿", "🌙", "☕️", "🎈", "🐈‍⬛", "🏳️‍🌈", "📚", "🚲", "🌊", "🧶", "🎻", "👩‍🍳", "🧑‍🚀", "🐝", "🍉", "✨", "🦉", "🧗🏽‍♀️", "🐻‍❄️",
    "🎧",
  ]

  /// The emoji for a topic; general ones for an unknown topic.
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
