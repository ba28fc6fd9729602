import { inflateSync } from 'node:zlib'

/** The tables of a font file, by their four letters. */
export type FontTables = ReadonlyMap<string, Buffer>

const TRUE_TYPE = 0x00010000
const TABLES_MAX = 100
/** As long as one table may be once it is unpacked; the largest fonts there are have 30 MB. */
const TABLE_BYTES_MAX = 64 * 1024 * 1024

/** Reads TrueType outlines, bare (.ttf) or packed (.woff). Whatever else a file may be is refused by its name. */
export function readFontTables(file: Buffer): FontTables {
  const signature = file.subarray(0, 4).toString('latin1')
  if (signature === 'wOFF') return readDirectory(file, 44, 20, wholeTable)
  if (signature === 'true' || (file.length > 12 && file.readUInt32BE(0) === TRUE_TYPE)) {
    return readDirectory(file, 12, 16, (at) => slice(file, file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)))
  }
  const kind = { wOF2: 'WOFF 2', OTTO: 'OpenType with PostScript outlines', ttcf: 'a collection of fonts' }[signature]
  throw new Error(`not a font with TrueType outlines, .ttf or .woff${kind ? `, but ${kind}` : ''}`)

  function wholeTable(at: number): Buffer {
    const packed = slice(file, file.readUInt32BE(at + 4), file.readUInt32BE(at + 8))
    const length = file.readUInt32BE(at + 12)
    return packed.length < length ? inflateSync(packed, { maxOutputLength: TABLE_BYTES_MAX }) : packed
  }
}

function readDirectory(file: Buffer, start: number, entryBytes: number, tableAt: (at: number) => Buffer): FontTables {
  const tables = file.readUInt16BE(start === 44 ? 12 : 4)
  if (tables > TABLES_MAX) throw new Error('a font of too many tables')
  const entries = Array.from({ length: tables }, (_, index) => start + index * entryBytes)
  return new Map(entries.map((at) => [file.toString('latin1', at, at + 4), tableAt(at)]))
}

function slice(file: Buffer, from: number, length: number): Buffer {
  if (from + length > file.length) throw new Error('a font file that ends too early')
  return file.subarray(from, from + length)
}

/** A bare font file of these tables: what a PDF embeds. */
export function writeFontTables(tables: FontTables): Buffer {
  const names = [...tables.keys()].sort()
  const log2 = Math.floor(Math.log2(names.length))
  const directory = Buffer.alloc(12 + 16 * names.length)
  directory.writeUInt32BE(TRUE_TYPE, 0)
  directory.writeUInt16BE(names.length, 4)
  directory.writeUInt16BE(16 * 2 ** log2, 6)
  directory.writeUInt16BE(log2, 8)
  directory.writeUInt16BE(16 * (names.length - 2 ** log2), 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  names.forEach((name, index) => {
    const table = tables.get(name) ?? Buffer.alloc(0)
    const at = 12 + 16 * index
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(checksum(table), at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(table.length, at + 12)
    const padding = -table.length & 3
    parts.push(table, Buffer.alloc(padding))
    offset += table.length + padding
  })
  return Buffer.concat(parts)
}

function checksum(table: Buffer): number {
  let sum = 0
  for (let at = 0; at + 4 <= table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  const rest = table.length & 3
  if (rest > 0) sum = (sum + table.readUIntBE(table.length - rest, rest) * 2 ** (8 * (4 - rest))) >>> 0
  return sum
}
