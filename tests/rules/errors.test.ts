import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCatalogue } from '../../server/program/errors.ts'
import { readSource } from './source-files.ts'

type Catalogue = Record<string, readonly [status: number, type: string, message: string]>

/** The catalogue and docs/errors.md name the same codes, with the same status and type. */
export function errorFindings(catalogue: Catalogue, page: string): string[] {
  const sections = page.split(/^## /m).slice(1)
  const documented = new Map(
    sections.map((section) => {
      const [heading = '', , summary = ''] = section.split('\n')
      return [heading.trim(), summary.trim()]
    }),
  )
  const known = Object.entries(catalogue).flatMap(([code, [status, type]]) => {
    const summary = documented.get(code)
    if (summary === undefined) return [`${code} has no section in docs/errors.md`]
    const wanted = `${status} · \`${type}\``
    return summary === wanted ? [] : [`${code} begins with “${summary}” in docs/errors.md instead of “${wanted}”`]
  })
  const stray = [...documented.keys()].filter((code) => !Object.hasOwn(catalogue, code))
  const twice = sections.length - documented.size
  return [
    ...known,
    ...stray.map((code) => `${code} is documented and not in the catalogue`),
    ...(twice > 0 ? [`${twice} sections of docs/errors.md are there twice`] : []),
  ]
}

test('every error code is documented, with its status and type, and no other is', async () => {
  assert.deepEqual(errorFindings(errorCatalogue, await readSource('docs/errors.md')), [])
})

test('is caught: a code without a section, a section without a code, another status, one section too many', () => {
  const catalogue: Catalogue = { sold_out: [409, 'conflict_error', 'x'], seat_taken: [409, 'conflict_error', 'x'] }
  const page = `# Errors

## sold_out

410 · \`conflict_error\`

## sold_off

409 · \`conflict_error\`

## sold_off

409 · \`conflict_error\`
`
  assert.deepEqual(errorFindings(catalogue, page), [
    'sold_out begins with “410 · `conflict_error`” in docs/errors.md instead of “409 · `conflict_error`”',
    'seat_taken has no section in docs/errors.md',
    'sold_off is documented and not in the catalogue',
    '1 sections of docs/errors.md are there twice',
  ])
})
