import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

/** A file within an archive: pieces that come one after the other, or all at once. What is compressed already says so. */
export type ZipEntry = { name: string; at: Date; content: Buffer | AsyncIterable<Buffer>; isCompressed?: boolean }

type Written = {
  name: Buffer
  method: number
  time: number
  flags: number
  crc: number
  packed: number
  size: number
  offset: number
}

const STORED = 0
const DEFLATED = 8
/** Sizes follow behind the content; names are UTF-8. */
const STREAMED = 0x0008
const UTF8 = 0x0800
const U16 = 0xffff
const U32 = 0xffffffff

/**
 * An archive as it is written, whatever its size (APPNOTE 6.3 with Zip64): a file is sent once it is there, and no more of it is kept
 * than its line in the directory. The packages that there are keep whole archives in memory or stop at 65,535 files.
 */
export async function* zipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer, undefined> {
  const directory: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    for await (const piece of writeEntry(entry, offset, directory)) {
      offset += piece.length
      yield piece
    }
  }
  const lines = directory.map(directoryLine)
  const size = lines.reduce((sum, line) => sum + line.length, 0)
  for (let first = 0; first < lines.length; first += 1000) yield Buffer.concat(lines.slice(first, first + 1000))
  yield directoryEnd(directory.length, size, offset)
  return undefined
}

async function* writeEntry(entry: ZipEntry, offset: number, directory: Written[]): AsyncGenerator<Buffer> {
  const name = Buffer.from(entry.name)
  const time = dosTime(entry.at)
  if (Buffer.isBuffer(entry.content)) {
    const { content } = entry
    const packed = entry.isCompressed ? content : deflateRawSync(content)
    const method = entry.isCompressed ? STORED : DEFLATED
    const sums = { crc: crc32(content), packed: packed.length, size: content.length }
    const written = { name, method, time, flags: UTF8, ...sums, offset }
    directory.push(written)
    yield Buffer.concat([localHeader(written), packed])
    return
  }
  const written = { name, method: DEFLATED, time, flags: UTF8 | STREAMED, crc: 0, packed: 0, size: 0, offset }
  yield localHeader(written)
  const pieces = entry.content
  async function* counted() {
    for await (const piece of pieces) {
      written.crc = crc32(piece, written.crc)
      written.size += piece.length
      yield piece
    }
  }
  for await (const piece of deflated(counted())) {
    written.packed += piece.length
    yield piece
  }
  directory.push(written)
  yield numbers([4, 0x08074b50], [4, written.crc], [8, written.packed], [8, written.size])
}

async function* deflated(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const fed = (async () => {
    for await (const piece of pieces) await new Promise<void>((resolve) => deflate.write(piece, () => resolve()))
    deflate.end()
  })()
  fed.catch((error) => deflate.destroy(error))
  yield* deflate as AsyncIterable<Buffer>
  await fed
}

/** Little-endian, one behind the other. */
function numbers(...parts: (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of parts) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at)
    else buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}

/** A file whose sizes follow may be of any size, which its header says by an empty Zip64 field. */
function localHeader({ name, method, time, flags, crc, packed, size }: Written): Buffer {
  const isStreamed = (flags & STREAMED) !== 0
  const extra = isStreamed ? numbers([2, 1], [2, 16], [8, 0], [8, 0]) : Buffer.alloc(0)
  const head = numbers(
    ...([
      [4, 0x04034b50],
      [2, 45],
      [2, flags],
      [2, method],
      [4, time],
      [4, crc],
    ] as const),
    ...([
      [4, isStreamed ? U32 : packed],
      [4, isStreamed ? U32 : size],
      [2, name.length],
      [2, extra.length],
    ] as const),
  )
  return Buffer.concat([head, name, extra])
}

function directoryLine({ name, method, time, flags, crc, packed, size, offset }: Written): Buffer {
  const extra = numbers([2, 1], [2, 24], [8, size], [8, packed], [8, offset])
  const head = numbers(
    ...([
      [4, 0x02014b50],
      [2, 45],
      [2, 45],
      [2, flags],
      [2, method],
      [4, time],
      [4, crc],
      [4, U32],
      [4, U32],
    ] as const),
    ...([
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, U32],
    ] as const),
  )
  return Buffer.concat([head, name, extra])
}

const directoryEnd = (entries: number, size: number, offset: number): Buffer =>
  numbers(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
    ] as const),
    ...([
      [8, entries],
      [8, entries],
      [8, size],
      [8, offset],
    ] as const),
    ...([
      [4, 0x07064b50],
      [4, 0],
      [8, offset + size],
      [4, 1],
    ] as const),
    ...([
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, Math.min(entries, U16)],
      [2, Math.min(entries, U16)],
    ] as const),
    ...([
      [4, Math.min(size, U32)],
      [4, Math.min(offset, U32)],
      [2, 0],
    ] as const),
  )

/** Two seconds, minutes and hours, and above them the day, from 1980 on. */
function dosTime(at: Date): number {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const clock = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return day * 0x10000 + clock
}
