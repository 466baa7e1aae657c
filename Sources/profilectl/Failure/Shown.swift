import Rendering

/// Text from people or files, made safe to stand in a message, and cut where it is long.
func shown(_ raw: String) -> String {
  let text = SafeText(String(raw.prefix(120))).string
  return raw.dropFirst(120).isEmpty ? text : text + "..."
}
