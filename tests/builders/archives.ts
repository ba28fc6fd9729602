import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by their names, found as any reader finds them: by the directory at its end, whose lines have Zip64 fields. */
export function readArchive(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 6]))
  const count = Number(archive.readBigUInt64LE(end + 32))
  let at = Number(archive.readBigUInt64LE(end + 48))
  const files = new Map<string, Buffer>()
  for (let n = 0; n < count; n += 1) {
    const [method, crc] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)]
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)]
    const extra = at + 46 + nameLength + 4
    const packed = Number(archive.readBigUInt64LE(extra + 8))
    const header = Number(archive.readBigUInt64LE(extra + 16))
    const begin = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
    const content = archive.subarray(begin, begin + packed)
    const file = method === 8 ? inflateRawSync(content) : content
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    if (crc32(file) !== crc) throw new Error(`${name} is not what was written`)
    files.set(name, file)
    at += 46 + nameLength + extraLength
  }
  return files
}
