/// The header of a rollback journal without pages, for a database of `pageCount` pages:
/// <https://www.sqlite.org/fileformat2.html#the_rollback_journal>.
package func emptyJournal(pageCount: UInt32, sectorSize: UInt32 = 512) -> [UInt8] {
  let numbers: [UInt32] = [0xD9D5_05F9, 0x20A1_63D7, 0, 0, pageCount, sectorSize, 4_096]
  let header = numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian, Array.init) }
  return header + [UInt8](repeating: 0, count: Int(sectorSize) - header.count)
}
