/// Words for handles of people who don't go by their name.
enum NickName {
  static let moods = [
    "quiet", "sleepy", "curious", "lucky", "salty", "mellow", "wobbly", "brave", "tiny", "cosmic",
    "rusty", "gentle", "noisy", "velvet", "golden", "midnight", "sunny", "grumpy", "paper",
    "secret",
    "northern", "crooked", "spare", "slow", "blue", "almost", "maybe", "hello", "still", "electric",
  ]
  static let nouns = [
    "kettle", "otter", "lantern", "pickle", "comet", "umbrella", "badger", "teapot", "harbor",
    "marble", "walnut", "sparrow", "ladder", "noodle", "pebble", "biscuit", "compass", "fern",
    "cactus", "button", "moth", "tram", "pretzel", "lemon", "mitten", "piano", "radish", "cloud",
    "owl", "bicycle", "mango", "snail", "acorn", "puddle", "kite", "moon", "dumpling", "drawer",
  ]
}
