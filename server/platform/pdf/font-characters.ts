/** Which character is which glyph, as the font's own table says it: format 12 where there is one, else format 4. */
export function readCharacters(cmap: Buffer): Map<number, number> {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index))
  const inFormat = (format: number) => offsets.find((offset) => cmap.readUInt16BE(offset) === format)
  const whole = inFormat(12)
  const plane = inFormat(4)
  if (whole !== undefined) return readGroups(cmap, whole)
  if (plane !== undefined) return readSegments(cmap, plane)
  throw new Error('a font whose characters are in no format that is known here')
}

const CHARACTERS_MAX = 200_000

function readGroups(cmap: Buffer, start: number): Map<number, number> {
  const characters = new Map<number, number>()
  const groups = cmap.readUInt32BE(start + 12)
  for (let group = 0; group < groups; group += 1) {
    const at = start + 16 + 12 * group
    const first = cmap.readUInt32BE(at)
    const last = cmap.readUInt32BE(at + 4)
    const glyph = cmap.readUInt32BE(at + 8)
    if (characters.size + last - first > CHARACTERS_MAX) throw new Error('a font of too many characters')
    for (let code = first; code <= last; code += 1) characters.set(code, glyph + code - first)
  }
  return characters
}

function readSegments(cmap: Buffer, start: number): Map<number, number> {
  const characters = new Map<number, number>()
  const twice = cmap.readUInt16BE(start + 6)
  const ends = start + 14
  const starts = start + 16 + twice
  const deltas = starts + twice
  const ranges = starts + 2 * twice
  for (let at = 0; at < twice; at += 2) {
    const last = cmap.readUInt16BE(ends + at)
    const delta = cmap.readUInt16BE(deltas + at)
    const range = cmap.readUInt16BE(ranges + at)
    for (let code = cmap.readUInt16BE(starts + at); code <= last && code < 0xffff; code += 1) {
      const listed =
        range === 0 ? code : glyphIn(cmap, ranges + at + range + 2 * (code - cmap.readUInt16BE(starts + at)))
      const glyph = listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) characters.set(code, glyph)
    }
  }
  return characters
}

const glyphIn = (cmap: Buffer, at: number): number => (at + 2 <= cmap.length ? cmap.readUInt16BE(at) : 0)
