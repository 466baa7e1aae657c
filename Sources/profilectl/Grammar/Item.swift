import Model

/// One of several operands, as it was typed and as what was made of it.
///
/// A bad one keeps its own refusal, so that `--keep-going` can refuse it alone.
struct Item<Value: Sendable>: Sendable {
  let input: String
  let value: Result<Value, RefusedValue>

  /// `line` is where it stands on standard input.
  init(
    _ typed: [UInt8], _ kind: ValueKind<Value>, parameter: String, line: Int? = nil, now: Moment
  ) {
    let input = String(decoding: typed, as: UTF8.self)
    self.input = input
    do throws(ValueError) {
      value = .success(try kind.read(typed, now))
    } catch {
      value = .failure(RefusedValue(input: input, parameter: parameter, reason: error, line: line))
    }
  }
}

extension Item: Equatable where Value: Equatable {}
