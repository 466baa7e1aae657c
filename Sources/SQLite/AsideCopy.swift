/// A database and its log, copied as they were; gone with this value unless it is kept.
package struct AsideCopy {
  package let path: String
  private let files: [AsideFile]

  init(path: String, files: [AsideFile]) {
    self.path = path
    self.files = files
  }

  package func keep() {
    for file in files { file.keep() }
  }
}
