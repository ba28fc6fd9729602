import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources, type SourceFile } from './source-files.ts'

const WORDS = /\b(?:some|any|no)body\b|\bwhoever\b/gi
const COMMENT = /^\s*(?:\*|\/\/|\{?\/\*|-- ).*|\s\/\/ .*/gm

/** How many comments below a folder may still use these words; a folder without a number may not. The numbers may only fall. */
const LEFT: Record<string, number> = {
  'sdk/src': 14,
  'tests/browser': 1,
}

/** `server/tickets`, `faces/scan`, `tests/rules`: the part of the house that a file is of. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/')

const wordsIn = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(COMMENT)].flatMap(([comment]) =>
    [...comment.matchAll(WORDS)].map(([word]) => `${path}: who is "${word.toLowerCase()}" in: ${comment.trim()}`),
  )

/** A reader of one file learns who is meant: the buyer, a caller, a steward, another process. */
function vaguePeople(files: SourceFile[], left: Record<string, number> = LEFT): string[] {
  const byFolder = Map.groupBy(files, ({ path }) => folderOf(path))
  return [...byFolder].flatMap(([folder, of]) => {
    const findings = of.flatMap(wordsIn)
    const most = left[folder] ?? 0
    return findings.length <= most ? [] : [...findings, `${folder} has ${findings.length}, and may have ${most}`]
  })
}

/** This file plants what it finds. */
const isHeld = ({ path }: SourceFile) => !path.endsWith('/who-is-meant.test.ts')

test('a comment names who is meant, and the descriptions of the API do, from which the SDK has its comments', async () => {
  const files = await readSources(['server', 'sdk', 'faces', 'tests', 'bench'], ['.ts', '.tsx', '.js', '.css', '.sql'])
  assert.deepEqual(vaguePeople(files.filter(isHeld)), [])
})

for (const comment of [
  '// Whoever comes next waits.',
  'const most = 3 // nobody has more',
  '/** Read when somebody looks. */',
  ' * so that anybody could',
  '{/* Somebody else’s */}',
  '  -- nobody reads it',
]) {
  test(`is caught: ${comment}`, () => {
    const planted = [{ path: 'server/tickets/a.ts', text: `import x\n${comment}\n` }]
    assert.equal(vaguePeople(planted, {}).length, 2)
    assert.deepEqual(vaguePeople(planted, { 'server/tickets': 1 }), [])
  })
}

test('is fine: what a program says or is called', () => {
  const text = `await open('postgres://nobody@127.0.0.1')\nassert.ok(nobodyYet, 'nobody is in')\n// the body of somebodys`
  assert.deepEqual(vaguePeople([{ path: 'tests/rules/a.ts', text }], {}), [])
})
