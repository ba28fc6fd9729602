import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createPdf } from './document.ts'
import { setLine } from './line.ts'
import { readFontTables, writeFontTables } from './sfnt.ts'
import { createTypefaces } from './typefaces.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-fonts-'))
after(() => rm(folder, { recursive: true }))
const archivo = createRequire(import.meta.url).resolve('@fontsource/archivo/files/archivo-latin-400-normal.woff')

/** A font of an operator's: a bare .ttf in which 王 is drawn like whatever glyph 40 is. */
async function ownFont(): Promise<string> {
  const cmap = Buffer.alloc(40)
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(3, 4)
  cmap.writeUInt16BE(10, 6)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(12, 12)
  cmap.writeUInt32BE(28, 16)
  cmap.writeUInt32BE(1, 24)
  const character = '王'.codePointAt(0) ?? 0
  cmap.writeUInt32BE(character, 28)
  cmap.writeUInt32BE(character, 32)
  cmap.writeUInt32BE(40, 36)
  const file = join(folder, 'own.ttf')
  await writeFile(file, writeFontTables(new Map([...readFontTables(await readFile(archivo)), ['cmap', cmap]])))
  return file
}

test('a font of the operator’s prints what the others lack, and nothing that they have', async () => {
  const without = createTypefaces()
  assert.equal(setLine(without.text, '王').missing, true)
  const { text } = createTypefaces(await ownFont())
  const { clusters, missing } = setLine(text, 'A王')
  assert.equal(missing, false)
  assert.deepEqual(
    clusters.map(({ glyphs: [glyph] }) => glyph?.font.name),
    ['archivo-latin-400', 'fallback'],
  )
  const pdf = createPdf({ title: 'x', author: 'x', language: 'en' })
  pdf.addPage(50, 50).text(5, 25, clusters, { size: 12, colour: [0, 0, 0] })
  assert.match((await pdf.finish()).toString('latin1'), /[A-Z]{6}\+fallback/)
})

test('a file that is no such font is refused by its name', async () => {
  const woff2 = archivo.replace(/woff$/, 'woff2')
  assert.throws(() => createTypefaces(woff2), /woff2: not a font with TrueType outlines, .ttf or .woff, but WOFF 2/)
  assert.throws(() => createTypefaces(join(folder, 'none.ttf')), /none\.ttf: ENOENT/)
  const cut = join(folder, 'cut.woff')
  await writeFile(cut, (await readFile(archivo)).subarray(0, 5000))
  assert.throws(() => createTypefaces(cut), /ends too early/)
})

test('an accent without a letter of its own stands over its letter, and takes no room', () => {
  const { text } = createTypefaces()
  const [plain] = setLine(text, 'x').clusters
  const [accented, ...more] = setLine(text, 'x\u0301').clusters
  assert.deepEqual([accented?.glyphs.length, accented?.width, more.length], [2, plain?.width, 0])
})

test('what steers a screen is not printed, and white space is one space', () => {
  const { text } = createTypefaces()
  const printed = setLine(text, '\u202eAda\u0000\n\t Okafor\u200b ').clusters.flatMap(({ glyphs }) => glyphs)
  assert.equal(String.fromCodePoint(...printed.map(({ codePoint }) => codePoint)), 'Ada Okafor')
})
