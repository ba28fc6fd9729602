import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bannedNames } from './banned-names.ts'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

const DECLARED = /^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm
const LISTED = /^export (?:type )?\{([^}]*)\}(?! from)/gm

/** What a file gives a name to. A name that is handed on from another file still means what it means there. */
export function exportedNames({ text }: SourceFile): Set<string> {
  const declared = [...text.matchAll(DECLARED)].map(([, name = '']) => name)
  const listed = [...text.matchAll(LISTED)].flatMap(([, list = '']) => list.split(','))
  const named = listed.map((item) => /(\w+)\s*$/.exec(item)?.[1] ?? '').filter((name) => name !== '')
  return new Set([...declared, ...named.filter((name) => !isImported(text, name))])
}

const isImported = (text: string, name: string) => new RegExp(`^import [^']*\\b${name}\\b[^']* from '`, 'm').test(text)

/** One word for one thing: a reader of a name need not look which of its meanings is imported here. */
export function namesTwice(files: SourceFile[]): string[] {
  const byName = new Map<string, string[]>()
  for (const file of files.filter(({ path }) => path.startsWith('server/') && !isTestFile(path))) {
    for (const name of exportedNames(file)) byName.set(name, [...(byName.get(name) ?? []), file.path])
  }
  return [...byName]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `${name} means one thing in ${paths.join(' and another in ')}`)
}

test('a name that the program exports means one thing', async () => {
  assert.deepEqual(namesTwice(await readSources(['server'], ['.ts'])), [])
})

test('is caught: a name with two meanings, however it is exported', () => {
  const files = (texts: string[]) => texts.map((text, n) => ({ path: `server/${n}.ts`, text }))
  const one = 'export type Place = { seat: string }\n'
  for (const other of [
    'export type Place = number',
    'export const Place = 1',
    'export function Place() {}',
    'export async function Place() {}',
    'export class Place {}',
    'const Place = 1\nexport { Place }',
    'const place = 1\nexport { place as Place }',
  ]) {
    assert.deepEqual(namesTwice(files([one, other])), [
      'Place means one thing in server/0.ts and another in server/1.ts',
    ])
  }
})

test('is fine: a type and a value of one file, a name that is handed on, and what tests call their things', () => {
  const one = 'export const Place = 1\nexport type Place = typeof Place\n'
  const handedOn = `export { Place } from './a.ts'\n`
  const imported = `import { type Area, Place } from './a.ts'\nexport { Place }\n`
  const files = { 'server/a.ts': one, 'server/b.ts': handedOn, 'server/c.ts': imported, 'server/d.test.ts': one }
  assert.deepEqual(namesTwice(Object.entries(files).map(([path, text]) => ({ path, text }))), [])
})

test('a name says what a thing is', async () => {
  const files = await readSources(['server', 'sdk/src', 'faces', 'tests', 'bench'], ['.ts', '.tsx'])
  assert.deepEqual(bannedNames(files), [])
})

for (const code of [
  'const found = await findOrder(orgId, sql)',
  'let kept: string | undefined',
  'function told(order: Order) {}',
  'const [shown] = rows',
  'const { body: made } = await post()',
  'const { own, other } = pages',
  'for (const [orgId, own] of groups) send(orgId, own)',
  'rows.map((found) => found.id)',
  'rows.map(async (made, index) => made.id + index)',
  'export type Wish = { priceId: number }',
  'const fate = seededRandom(7)',
]) {
  test(`is caught: ${code}`, () => {
    assert.notDeepEqual(bannedNames([{ path: 'server/a.ts', text: code }], {}), [])
  })
}

test('is fine: a field of the API, a comment, a longer name, and what is left from before', () => {
  for (const text of [
    'const difference = { here, there: row.there }',
    '// the order that was found\n * and const kept',
    'const foundOrders = rows.filter(({ found }) => found)',
    'send(found)',
  ]) {
    assert.deepEqual(bannedNames([{ path: 'server/a.ts', text }], {}), [])
  }
  const left = [{ path: 'faces/scan/a.ts', text: 'const found = 1' }]
  assert.deepEqual(bannedNames(left, { 'faces/scan/': 1 }), [])
  assert.deepEqual(bannedNames([...left, ...left], { 'faces/scan/': 1 }).at(-1), 'faces/scan/ has 2, and may have 1')
})
