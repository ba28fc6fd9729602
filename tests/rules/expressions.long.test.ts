import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expressionsIn, patternsIn, slowAmong } from './expressions.ts'
import { isTestFile, readSource, readSources } from './source-files.ts'

/** Expressions that look at a part of a text more than once, each with what bounds it. The list may only shrink. */
const BOUNDED = new Map([
  [String.raw`/[\w/]+\/assets\/([\w.-]+)/g`, 'reads a page of ours, as it was built'],
  [String.raw`/-latin-(?!ext).*\.woff2$/`, 'reads the names of fonts that came with the program'],
  [String.raw`/\/+$/`, 'reads the address that the developer who uses the SDK gives, or that their server answers'],
  [
    String.raw`/\b(?:gs_[sgp]k_(?:live|test)_|whsec_)[0-9A-Za-z+/=]+|\b(?:ors|evp)_[\w-]+|(?<![\w-])(?=[\w-]+\.[\w-]+\.)[\w-]*?eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<![^\s"'<>()=,;:@])[^\s"'<>()=,;:@]+@[^\s"'<>()=,;:]+/g`,
    'looks only where a word begins: 64 kB of what was found against it take two milliseconds',
  ],
])

const sources = (await readSources(['server', 'faces', 'sdk/src'], ['.ts', '.tsx'])).filter(
  ({ path }) => !isTestFile(path),
)
const expressions = [...expressionsIn(sources), ...patternsIn('openapi.json', await readSource('openapi.json'))]
const slow = await slowAmong(expressions)

test('no expression takes longer than a text’s length says, but for those with a bound', () => {
  assert.ok(expressions.length > 600, `${expressions.length} expressions`)
  const findings = expressions
    .filter(({ text }) => slow.has(text) && !BOUNDED.has(text))
    .map(({ path, text }) => `${path}: ${text} is ${slow.get(text)}`)
  assert.deepEqual(findings, [])
})

test('the list has none that is gone', () => {
  const texts = new Set(expressions.map(({ text }) => text))
  assert.deepEqual(
    [...BOUNDED.keys()].filter((text) => !texts.has(text)),
    [],
  )
})

test('is caught: an expression that looks at a text again and again, and a pattern of a field that does', async () => {
  const planted = { path: 'server/planted.ts', text: 'const isName = /^(?:\\w+\\s?)*$/.test(text)' }
  const pattern = patternsIn('openapi.json', '{"pattern":"^[a-z]*-?[a-z]*$"}')
  const plantedSlow = await slowAmong([...expressionsIn([planted]), ...pattern])
  assert.deepEqual([...plantedSlow.keys()], ['/^(?:\\w+\\s?)*$/', '/^[a-z]*-?[a-z]*$/'])
})
