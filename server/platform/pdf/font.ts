import { type CutFont, fontCutter } from './cut-font.ts'
import { readCharacters } from './font-characters.ts'
import { type FontTables, readFontTables, writeFontTables } from './sfnt.ts'

/** A font file, read once. Lengths are in thousandths of the size of the letters, as a PDF counts them. */
export type Font = {
  name: string
  /** The glyph of a character; undefined where the font has none. */
  glyphOf(codePoint: number): number | undefined
  advanceOf(glyph: number): number
  /** What the ink of a glyph takes: left, bottom, right, top; undefined where it has none. */
  boxOf(glyph: number): [number, number, number, number] | undefined
  metrics: { box: [number, number, number, number]; ascent: number; descent: number }
  /** The part of it that a file needs which has these glyphs, each with the character that it stands for. */
  cutFor(glyphs: Map<number, number>, exactly?: boolean): CutFont
}

/** What a PDF needs of a font whose characters it names by glyph. */
const KEPT = ['head', 'hhea', 'maxp', 'cvt ', 'fpgm', 'prep']

export function readFont(file: Buffer, name: string): Font {
  const tables = readFontTables(file)
  const table = (tag: string): Buffer => {
    const bytes = tables.get(tag)
    if (!bytes) throw new Error(`a font without the table ${tag}`)
    return bytes
  }
  const head = table('head')
  const hhea = table('hhea')
  const hmtx = table('hmtx')
  const glyf = table('glyf')
  const unitsPerEm = head.readUInt16BE(18)
  const count = table('maxp').readUInt16BE(4)
  const advances = hhea.readUInt16BE(34)
  const offsets = readOffsets(table('loca'), count, head.readInt16BE(50) === 1)
  const characters = readCharacters(table('cmap'))
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const outlineOf = (glyph: number) => glyf.subarray(offsets[glyph], offsets[glyph + 1])
  const boxAt = (bytes: Buffer, at: number): [number, number, number, number] => [
    scaled(bytes.readInt16BE(at)),
    scaled(bytes.readInt16BE(at + 2)),
    scaled(bytes.readInt16BE(at + 4)),
    scaled(bytes.readInt16BE(at + 6)),
  ]
  const advanceOf = (glyph: number) => scaled(hmtx.readUInt16BE(4 * Math.min(glyph, advances - 1)))
  const cut = (glyphs: Iterable<number>) => cutOut({ tables, hmtx, advances, outlineOf }, glyphs)
  return {
    name,
    glyphOf: (codePoint) => characters.get(codePoint),
    advanceOf,
    boxOf: (glyph) => {
      const outline = outlineOf(glyph)
      return outline.length < 10 ? undefined : boxAt(outline, 2)
    },
    metrics: {
      box: boxAt(head, 36),
      ascent: scaled(hhea.readInt16BE(4)),
      descent: scaled(hhea.readInt16BE(6)),
    },
    cutFor: fontCutter({ name, advanceOf, cut }),
  }
}

function readOffsets(loca: Buffer, count: number, long: boolean): number[] {
  return Array.from({ length: count + 1 }, (_, glyph) =>
    long ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph),
  )
}

type Whole = { tables: FontTables; hmtx: Buffer; advances: number; outlineOf: (glyph: number) => Buffer }

/** A font file of some glyphs alone. They keep their numbers, so nothing inside an outline has to be written anew; the others are empty, which packs to nothing. */
function cutOut({ tables, hmtx, advances, outlineOf }: Whole, wanted: Iterable<number>): Buffer {
  const glyphs = withParts(wanted, outlineOf)
  const count = Math.max(...glyphs) + 1
  const loca = Buffer.alloc(4 * (count + 1))
  const widths = Buffer.alloc(4 * count)
  const outlines: Buffer[] = []
  let offset = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    loca.writeUInt32BE(offset, 4 * glyph)
    if (!glyphs.has(glyph)) continue
    const outline = outlineOf(glyph)
    const padding = -outline.length & 3
    outlines.push(outline, Buffer.alloc(padding))
    offset += outline.length + padding
    widths.writeUInt16BE(hmtx.readUInt16BE(4 * Math.min(glyph, advances - 1)), 4 * glyph)
    const bearing = glyph < advances ? 4 * glyph + 2 : 4 * advances + 2 * (glyph - advances)
    widths.writeInt16BE(hmtx.readInt16BE(bearing), 4 * glyph + 2)
  }
  loca.writeUInt32BE(offset, 4 * count)
  const cut = new Map(KEPT.flatMap((tag) => (tables.has(tag) ? [[tag, Buffer.from(tables.get(tag) ?? [])]] : [])))
  cut.get('head')?.writeInt16BE(1, 50)
  cut.get('hhea')?.writeUInt16BE(count, 34)
  cut.get('maxp')?.writeUInt16BE(count, 4)
  return writeFontTables(new Map([...cut, ['loca', loca], ['hmtx', widths], ['glyf', Buffer.concat(outlines)]]))
}

const HAS_SCALE = 0x08
const HAS_SCALES = 0x40
const HAS_MATRIX = 0x80
const WORDS = 0x01
const MORE = 0x20

/** É is drawn of E and an accent: a cut that keeps the one keeps the others. Glyph 0 is what stands for a missing one, always there. */
function withParts(wanted: Iterable<number>, outlineOf: (glyph: number) => Buffer): Set<number> {
  const glyphs = new Set<number>()
  const pending = [0, ...wanted]
  for (let glyph = pending.pop(); glyph !== undefined; glyph = pending.pop()) {
    if (glyphs.has(glyph)) continue
    glyphs.add(glyph)
    const outline = outlineOf(glyph)
    if (outline.length < 10 || outline.readInt16BE(0) >= 0) continue
    let flags = MORE
    for (let at = 10; flags & MORE; ) {
      flags = outline.readUInt16BE(at)
      pending.push(outline.readUInt16BE(at + 2))
      const transform = flags & HAS_SCALE ? 2 : flags & HAS_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0
      at += 4 + (flags & WORDS ? 4 : 2) + transform
    }
  }
  return glyphs
}
