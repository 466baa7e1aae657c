import Model

/// One of several operands, as it was typed and as what was made of it.
///
/// A bad one keeps its own refusal, so that `--keep-going` can refuse it alone.
struct Item<Value: Sendable>: Sendable {
  let input: String
  let value: Result<Value, RefusedValue>
  /// Which line of standard input it stands on, from 1; nil where it was typed.
  let line: Int?

  init(
    _ typed: [UInt8], _ kind: ValueKind<Value>, parameter: String, line: Int? = nil, now: Moment
  ) {
    let input = String(decoding: typed, as: UTF8.self)
    self.input = input
    self.line = line
    do throws(ValueError) {
      value = .success(try kind.read(typed, now))
    } catch {
      value = .failure(RefusedValue(input: input, parameter: parameter, reason: error))
    }
  }
}

extension Item {
  init(refused: RefusedValue, line: Int) {
    (input, value, self.line) = (refused.input, .failure(refused), line)
  }
}

extension Item: Equatable where Value: Equatable {}
