/// Little pictures, some of several code points joined into one.
enum Emoji {
  static let badges = [
    "🌿", "🌙", "☕️", "🎈", "🐈‍⬛", "🏳️‍🌈", "📚", "🚲", "🌊", "🧶", "🎻", "👩‍🍳", "🧑‍🚀", "🐝", "🍉", "✨", "🦉", "🧗🏽‍♀️", "🐻‍❄️",
    "🎧",
  ]

  /// What goes with a topic; something for everything elsewhere.
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
