internal import Storage

extension PostgresWriting: Writing {
  var reading: any Reading { read }

  func importing(continuing: Bool) throws -> any NetworkImport {
    throw StorageError.internal("not yet")
  }
}
