import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileParsers, linkMakers, openAddresses, outboundCallers, productSources } from './entrances.ts'
import { readSource } from './source-files.ts'

const page = await readSource('SECURITY.md')
const sources = await productSources()
const derived: [heading: string, entrances: string[]][] = [
  ['Addresses without a key', await openAddresses()],
  ['Links that we mail, print or show', linkMakers(sources)],
  ['Files that we read', fileParsers(sources)],
  ['Addresses that we call', outboundCallers(sources)],
]

type Line = { entrances: string[]; cells: string[] }

function linesOf(text: string, heading: string): Line[] {
  const [, section = ''] = text.split(`\n### ${heading}\n`)
  const [table = ''] = section.split(/\n#{2,3} /)
  const rows = table.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).map((row) => {
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { entrances: [...(cells[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), cells }
  })
}

/** What the tables lack, have too much, or leave open. */
function findings(text: string, all: typeof derived): string[] {
  return all.flatMap(([heading, entrances]) => {
    const lines = linesOf(text, heading)
    const listed = lines.flatMap((line) => line.entrances)
    return [
      ...entrances.filter((one) => !listed.includes(one)).map((one) => `${heading}: add a line for ${one}`),
      ...listed.filter((one) => !entrances.includes(one)).map((one) => `${heading}: ${one} is gone`),
      ...lines.flatMap(({ cells }) =>
        cells.length === 4 && cells.every((cell) => cell !== '') && existsSync((cells[3] ?? '').replaceAll('`', ''))
          ? []
          : [`${heading}: ${cells[0]} lacks who may use it, its limit or a test that exists`],
      ),
    ]
  })
}

test('SECURITY.md lists each entrance with who may use it, its limit and its test', () =>
  assert.deepEqual(findings(page, derived), []))

test('each kind of entrance has some: what derives them finds them', () => {
  for (const [heading, entrances] of derived) assert.ok(entrances.length > 0, heading)
})

test('is caught: an entrance that was added by hand, one that is gone, and a test that does not exist', () => {
  const planted = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted text is source code
    { path: 'server/people/planted-link.ts', text: 'export const url = () => `${publicUrl}/planted`' },
    { path: 'server/people/planted-call.ts', text: 'await outbound.fetch(address)' },
    {
      path: 'server/people/planted-file.ts',
      text: "export const read = parser<typeof import('./a.ts'), 'read'>({\n  name: 'planted',",
    },
  ]
  const more: typeof derived = [
    ['Addresses without a key', [...(derived[0]?.[1] ?? []), 'GET /planted/:token']],
    ['Links that we mail, print or show', linkMakers([...sources, ...planted])],
    ['Files that we read', fileParsers([...sources, ...planted])],
    ['Addresses that we call', outboundCallers([...sources, ...planted])],
  ]
  assert.deepEqual(
    findings(page, more).map((finding) => finding.split('line for ')[1]),
    ['GET /planted/:token', 'server/people/planted-link.ts', 'planted', 'server/people/planted-call.ts'],
  )
  assert.match(findings(page.replace('`GET /tls/ask`', '`GET /tls/asked`'), derived).join('\n'), /asked is gone/)
  assert.match(findings(page.replace('mix-up.test.ts', 'mixed.test.ts'), derived).join('\n'), /a test that exists/)
})
