import Foundation
import Pictures
import Support

/// A shell script in the place of the child.
struct FakeChild {
  let folder: TemporaryFolder
  private let path: String
  private let patience: Duration

  init(_ script: String, patience: Duration = .seconds(20)) throws {
    folder = try TemporaryFolder()
    path = try folder.writeScript("cd '\(folder.path)'\n\(script)", to: "child")
    self.patience = patience
  }

  var decoder: PictureDecoder { PictureDecoder(childPath: path, patience: patience) }

  /// The decoder's result with this child.
  func outcome(of picture: [UInt8] = FakeChild.picture) -> Outcome {
    do throws(PictureError) {
      return switch try decoder.thumbnail(of: picture) {
      case .success(let pixels): .success(pixels)
      case .failure(let hindrance): .hindered(hindrance)
      }
    } catch {
      return .failure(error)
    }
  }

  /// The pixels, the fault of the picture, or the reason why it could not be decoded.
  enum Outcome: Equatable {
    case success([UInt8])
    case failure(PictureError)
    case hindered(DecoderUnavailable)
  }

  static let picture = PNGWriter.bytes(of: .quarters(width: 8, height: 8))
  static let thumbnail = [UInt8](repeating: 0, count: 36_000)
}
