import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fc } from '../../tests/harness/chance.ts'
import { contrast } from './contrast.ts'
import { clubColours } from './theme.ts'

test('whatever colour a club has, text on it and text in it can be read on light and on dark paper', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, (hex) => {
      const properties = clubColours(hex)
      assert.ok(contrast(hex, properties['--club-text'] ?? '') >= 4.5, hex)
      for (const [scheme, papers] of Object.entries({ light: ['#f6f4ee', '#fffefa'], dark: ['#14181a', '#1b2022'] })) {
        for (const paper of papers) {
          assert.ok(contrast(properties[`--club-edge-${scheme}`] ?? '', paper) >= 3, hex)
          assert.ok(contrast(properties[`--club-ink-${scheme}`] ?? '', paper) >= 4.5, hex)
        }
      }
    }),
  )
})

test('a yellow club stays yellow: its ground is its colour, with black on it, and what is written beside it is ink', () => {
  const yellow = clubColours('#ffd400')
  assert.deepEqual([yellow['--club-fill'], yellow['--club-text']], ['#ffd400', '#000000'])
  assert.deepEqual([yellow['--club-edge-light'], yellow['--club-ink-light']], ['#1b2321', '#1b2321'])
  assert.deepEqual([yellow['--club-edge-dark'], yellow['--club-ink-dark']], ['#ffd400', '#ffd400'])
})

test('a colour that already stands out is left as it is', () => {
  const blue = clubColours('#0b3d91')
  assert.deepEqual([blue['--club-fill'], blue['--club-edge-light'], blue['--club-ink-light']], Array(3).fill('#0b3d91'))
})

test('what is no colour changes nothing', () => {
  for (const given of [null, undefined, '', 'red', '#12345', 'url(x)']) assert.deepEqual(clubColours(given), {})
})

/** name → value, of the light block and of the dark one. */
async function tokens(): Promise<Record<string, string>[]> {
  const text = await readFile(join(import.meta.dirname, 'tokens.css'), 'utf8')
  return text
    .split('prefers-color-scheme: dark')
    .map((block) =>
      Object.fromEntries(
        [...block.matchAll(/--([a-z-]+): (?:var\(--[a-z-]+, )?(#\w{6})/g)].map(([, name, hex]) => [name, hex]),
      ),
    )
}

test('the tokens themselves keep to WCAG: 4.5 for text, 3 for the outline of what can be operated', async () => {
  for (const scheme of await tokens()) {
    const { paper = '', sheet = '', faint = '', edge = '', accent = '' } = scheme
    for (const text of ['ink', 'muted', 'accent-ink', 'flare', 'sky', 'good'])
      for (const ground of [paper, sheet, faint])
        assert.ok(contrast(scheme[text] ?? '', ground) >= 4.5, `${text} on ${ground}`)
    for (const [text, wash] of [
      ['flare', 'flare-wash'],
      ['sky', 'sky-wash'],
      ['good', 'good-wash'],
      ['ink', 'flare-wash'],
      ['on-accent', 'accent'],
    ])
      assert.ok(contrast(scheme[text ?? ''] ?? '', scheme[wash ?? ''] ?? '') >= 4.5, `${text} on ${wash}`)
    for (const ground of [paper, sheet]) assert.ok(contrast(edge, ground) >= 3 && contrast(accent, ground) >= 3)
  }
})
