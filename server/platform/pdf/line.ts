import type { Font } from './font.ts'
import type { Typeface } from './typefaces.ts'

/** One glyph where it is to be drawn: `right` and `up` move it from where the pen stands, as an accent over its letter needs. */
export type Glyph = { font: Font; glyph: number; codePoint: number; right: number; up: number }
/** A letter and its accents: never parted by the end of a line. Width in thousandths of the size. */
export type Cluster = { glyphs: Glyph[]; width: number; isSpace: boolean }
export type Letters = { clusters: Cluster[]; missing: boolean }

/**
 * Scripts whose letters join, change or run from the right: set one by one they would be wrong, which is worse than missing.
 * The ticket's page shows them; a browser knows how.
 */
const NEEDS_SHAPING =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}]/u
const MARK = /^\p{M}$/u
/** What is drawn for a character that no font has. */
const STAND_INS = ['\ufffd', '?']

/** What people typed, as letters to print: composed, on one line, without what only steers a screen. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()

export function setLine(face: Typeface, text: string): Letters {
  const clusters: Cluster[] = []
  let missing = false
  for (const character of cleaned(text)) {
    const drawn = NEEDS_SHAPING.test(character) ? undefined : glyphsOf(face, character)
    missing ||= drawn === undefined
    for (const glyph of drawn ?? standIn(face)) {
      const last = clusters.at(-1)
      if (last && !last.isSpace && MARK.test(String.fromCodePoint(glyph.codePoint))) addMark(last, glyph)
      else clusters.push({ glyphs: [glyph], width: glyph.font.advanceOf(glyph.glyph), isSpace: character === ' ' })
    }
  }
  return { clusters, missing }
}

/** The character's own glyph, or those of the letter and the accents that it is made of. */
function glyphsOf(face: Typeface, character: string): Glyph[] | undefined {
  const whole = glyphOf(face, character)
  if (whole) return [whole]
  const parts = [...character.normalize('NFD')].map((part) => glyphOf(face, part))
  return parts.length > 1 && parts.every((part) => part !== undefined) ? parts : undefined
}

function glyphOf(face: Typeface, character: string): Glyph | undefined {
  const codePoint = character.codePointAt(0) ?? 0
  const glyph = face.find(codePoint)
  return glyph && { ...glyph, codePoint, right: 0, up: 0 }
}

function standIn(face: Typeface): Glyph[] {
  const glyph = STAND_INS.map((character) => glyphOf(face, character)).find((standIn) => standIn !== undefined)
  return glyph ? [glyph] : []
}

/** Over the middle of its letter, and as far above or below it as it stands from a small one. */
function addMark(cluster: Cluster, mark: Glyph): void {
  const [letter] = cluster.glyphs
  const over = letter?.font.boxOf(letter.glyph)
  const ink = mark.font.boxOf(mark.glyph)
  const small = letter?.font.boxOf(letter.font.glyphOf(0x78) ?? letter.glyph)
  if (!over || !ink || !small) return
  const below = ink[3] <= 0
  const right = Math.round((over[0] + over[2] - ink[0] - ink[2]) / 2) - cluster.width
  cluster.glyphs.push({ ...mark, right, up: below ? Math.min(0, over[1]) : Math.max(0, over[3] - small[3]) })
}

export const widthOf = (clusters: Cluster[]): number => clusters.reduce((sum, { width }) => sum + width, 0)
