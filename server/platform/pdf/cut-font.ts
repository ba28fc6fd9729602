import { createHash } from 'node:crypto'
import { pack } from './pack.ts'

/** What a file holds of a font: outlines, widths, and which character each glyph is. */
export type CutFont = {
  /** With six letters before it, which say that it is not the whole font, and which part. */
  name: string
  /** Packed, and how long it was. */
  program: Buffer
  programBytes: number
  toUnicode: Buffer
  widths: string
}

type Source = { name: string; advanceOf(glyph: number): number; cut(glyphs: Iterable<number>): Buffer }

/** Beyond these a file would grow by letters that it hardly uses. */
const GLYPHS_KEPT_MAX = 120

/**
 * Cuts and packs a font for a file. The last cut is kept, and one that lacks a letter is made anew with the letters of both: tickets
 * differ by names and numbers, so that after a few of them nearly every file finds its cut ready. That was a third of the work
 * (bench/pdf.ts). `exactly`: no more than its letters, so that the same file is the same bytes whatever was written before it.
 */
export function fontCutter(font: Source): (glyphs: Map<number, number>, exactly?: boolean) => CutFont {
  let lastCut: { glyphs: Map<number, number>; cut: CutFont } | undefined
  return (wanted, exactly = false) => {
    if (exactly) return cutOf(font, wanted)
    if (lastCut && holds(lastCut.glyphs, wanted)) return lastCut.cut
    const both = new Map([...(lastCut?.glyphs ?? []), ...wanted])
    const glyphs = both.size > GLYPHS_KEPT_MAX ? wanted : both
    const cut = cutOf(font, glyphs)
    if (glyphs.size <= GLYPHS_KEPT_MAX) lastCut = { glyphs: new Map(glyphs), cut }
    return cut
  }
}

/** A glyph that two characters share is another one when it stands for the other. */
function holds(glyphs: Map<number, number>, wanted: Map<number, number>): boolean {
  for (const [glyph, codePoint] of wanted) if (glyphs.get(glyph) !== codePoint) return false
  return true
}

function cutOf(font: Source, glyphs: Map<number, number>): CutFont {
  const program = font.cut(glyphs.keys())
  const sorted = [...glyphs.keys()].sort((a, b) => a - b)
  return {
    name: `${tagOf(program)}+${font.name}`,
    program: pack(program),
    programBytes: program.length,
    toUnicode: pack(Buffer.from(unicodeMap(glyphs))),
    widths: sorted.map((glyph) => `${glyph} [${font.advanceOf(glyph)}]`).join(' '),
  }
}

/** Two parts of a font have two names, so that a program that merges files does not take one for the other. */
function tagOf(program: Buffer): string {
  const letters = [...createHash('sha256').update(program).digest().subarray(0, 6)]
  return letters.map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

/** As many pairs as one block of the map may have. */
const PAIRS_MAX = 100

function unicodeMap(glyphs: Map<number, number>): string {
  const pairs = [...glyphs].map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(codePoint)}>`)
  const blocks = Array.from({ length: Math.ceil(pairs.length / PAIRS_MAX) }, (_, index) => {
    const block = pairs.slice(index * PAIRS_MAX, (index + 1) * PAIRS_MAX)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}

const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0')
const utf16 = (codePoint: number): string =>
  Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex')
