import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { lazily } from '../process/lazily.ts'
import { type Font, readFont } from './font.ts'

/** Font files, of which the first that has a character prints it. */
export type Typeface = { find(codePoint: number): { font: Font; glyph: number } | undefined }

export type Typefaces = {
  text: Typeface
  strong: Typeface
  /** Condensed and heavy: headlines and the figures of a scoreboard. */
  headline: Typeface
}

const require = createRequire(import.meta.url)
const file = (family: string, script: string, weight: number) => () => {
  const name = `${family}-${script}-${weight}`
  return readFont(readFileSync(require.resolve(`@fontsource/${family}/files/${name}-normal.woff`)), name)
}
const latin = (family: string, weight: number) =>
  ['latin', 'latin-ext', 'vietnamese'].map((script) => file(family, script, weight))
/** Archivo has no Greek and no Cyrillic letters; Sofia Sans has both. */
const greekAndCyrillic = (weight: number) =>
  ['greek', 'cyrillic', 'cyrillic-ext'].map((script) => file('sofia-sans-condensed', script, weight))

/** Each file is read when a character first needs it, once in a process. An operator's own font, for other scripts, is read at once. */
export function createTypefaces(fallbackFont?: string): Typefaces {
  const fallback = fallbackFont === undefined ? [] : [readFallback(fallbackFont)]
  return {
    text: typeface([...latin('archivo', 400), ...greekAndCyrillic(400), ...fallback]),
    strong: typeface([...latin('archivo', 600), ...greekAndCyrillic(700), ...fallback]),
    headline: typeface([...latin('archivo-narrow', 700), ...greekAndCyrillic(800), ...fallback]),
  }
}

function readFallback(path: string): () => Font {
  try {
    const font = readFont(readFileSync(path), 'fallback')
    return () => font
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

const KNOWN_MAX = 20_000

function typeface(files: (() => Font)[]): Typeface {
  const fonts = files.map(lazily)
  const known = new Map<number, { font: Font; glyph: number } | undefined>()
  return {
    find(codePoint) {
      if (known.has(codePoint)) return known.get(codePoint)
      const font = seek(fonts, codePoint)
      // Names come from outside: a caller who sends every character there is must not fill the memory.
      if (known.size < KNOWN_MAX) known.set(codePoint, font)
      return font
    },
  }
}

function seek(fonts: (() => Font)[], codePoint: number) {
  for (const readOnce of fonts) {
    const font = readOnce()
    const glyph = font.glyphOf(codePoint)
    if (glyph !== undefined) return { font, glyph }
  }
  return undefined
}
