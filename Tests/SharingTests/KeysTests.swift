import Crypto
import Foundation
import Model
import Sharing
import Support
import Testing

/// Expected values are those of another implementation, made from the description alone.
@Suite struct KeysTests {
  private static let invitation = Invitation(
    network: Samples.keys.network, networkKey: Samples.keys.networkKey, seed: Samples.hash(7),
    user: Samples.user, handle: Handle(stored: "bob"), name: "Marlowe “family” ?>~")

  @Test func `keys of a network come from the seed of its root`() {
    #expect(Samples.keys.network.hexadecimal == "d15fb3f46c42469a67cd0a8218d12ead")
    #expect(
      Samples.keys.networkKey.hexadecimal
        == "198275e8283193c258fe9904173393d678c47377c86e4aecc595334134e6889a"
        + "66e3411caebbc63f17abb65cfc394fd44e1e5f687cb7b8847cb87717b612545e")
    let name = PictureFile.name(of: Samples.hash(0), Samples.keys)
    #expect(
      name.hexadecimal == "fe94355d25556a93eb7d38842802c94ad66f67c4c0f89bd62d5a7a7c6812267f")
  }

  // MARK: Recovery codes

  @Test(arguments: [
    "000G-40R4-0M30-E209-185G-R38E-1YZ4-BJS6", "000g40r40m30e209185gr38e1yz4bjs6",
    "OOoG-4oR4-0M3O-E2o9-i85G-R38E-lYZ4-BJS6\n", "000G 40R4 0M30 E209 185G R38E LYZ4 BJS6",
  ])
  func `a recovery code is read as people type it`(typed: String) {
    #expect(RecoveryCode(typed) == Samples.code)
  }

  @Test(arguments: [
    "", "000G-40R4-0M30-E209-185G-R38E-1YZ4-BJS7", "000G-40R4-0M30-E209-185G-R38E-1YZ4-BJS",
    "000G-40R4-0M30-E209-185G-R38E-1YZ4-BJS6-0", "U00G-40R4-0M30-E209-185G-R38E-1YZ4-BJS6",
    "000G-40R4-0M30-E209-185G-R38E-1YZ4-BJSé", "00G0-40R4-0M30-E209-185G-R38E-1YZ4-BJS6",
  ])
  func `a mistyped recovery code is refused`(typed: String) {
    #expect(RecoveryCode(typed) == nil)
  }

  @Test func `a recovery code is written in groups`() {
    #expect(Samples.code.text == "000G-40R4-0M30-E209-185G-R38E-1YZ4-BJS6")
    let random = RecoveryCode.random()
    #expect(RecoveryCode(random.text) == random)
  }

  // MARK: Invitations

  @Test func `an invitation is a line`() {
    let text = Self.invitation.text
    #expect(text.hasPrefix("profilectl-invitation-1:eyJuZXR3b3JrIjoiZDE1ZmIzZjQ2YzQyNDY5"))
    #expect(text.hasSuffix("IjoiTWFybG93ZSDigJxmYW1pbHnigJ0gPz5-In0"))
    #expect(
      [text, text + "\n", text + "\r\n"].map { Invitation($0) == Self.invitation } == [
        true, true, true,
      ])
  }

  @Test func `a damaged invitation is refused`() {
    let text = Self.invitation.text
    for cut in 0..<text.utf8.count {
      #expect(Invitation(String(text.prefix(cut))) == nil)
    }
    let encoded = Base64.text(#"{"network":"00"}"#.bytes)
    #expect(Invitation("profilectl-invitation-1:" + encoded) == nil)
    for damaged in [text + "=", text + "\n\n", " " + text, text.replacing("-In0", with: "+In0")] {
      #expect(Invitation(damaged) == nil)
    }
  }

  // MARK: Key files

  @Test func `a key file is private and read as it was written`() throws {
    let home = try TemporaryFolder()
    let folder = home.file("share/profilectl/keys")
    let key = KeyFile(
      network: Samples.keys.network, user: Samples.user, seed: Samples.hash(3),
      networkKey: Samples.keys.networkKey)
    #expect(try KeyFile.read(network: key.network, user: key.user, in: folder) == nil)
    #expect(try KeyFile.users(of: key.network, in: folder) == [])
    try key.write(in: folder)
    #expect(try KeyFile.read(network: key.network, user: key.user, in: folder) == key)
    #expect(try KeyFile.users(of: key.network, in: folder) == [key.user])

    let path = "\(folder)/\(key.network.hexadecimal)/\(key.user.hexadecimal)"
    let text = """
      profilectl-key-1
      network d15fb3f46c42469a67cd0a8218d12ead
      user 0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f
      seed \(key.seed.hexadecimal)
      network_key \(key.networkKey.hexadecimal)

      """
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

    try text.dropLast().write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: KeyFileError.damaged(path: path)) {
      try KeyFile.read(network: key.network, user: key.user, in: folder)
    }
  }

  @Test func `the first of two key files of one user stays`() throws {
    let folder = try TemporaryFolder()
    func key(_ seed: UInt8) -> KeyFile {
      KeyFile(
        network: Samples.keys.network, user: Samples.user, seed: Samples.hash(seed),
        networkKey: Samples.keys.networkKey)
    }
    #expect(try key(1).write(in: folder.path) == key(1))
    #expect(try key(2).write(in: folder.path) == key(1))
    #expect(try key(3).write(in: folder.path, replacing: key(1)) == key(3))
    // Another process has replaced the key meanwhile.
    #expect(try key(4).write(in: folder.path, replacing: key(1)) == key(3))
    let read = try KeyFile.read(network: key(1).network, user: Samples.user, in: folder.path)
    #expect(read == key(3))
  }
}
