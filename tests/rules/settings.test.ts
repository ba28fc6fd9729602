import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from '../../server/program/config.ts'
import { readSource, readSources, type SourceFile } from './source-files.ts'

/** The settings and the table in docs/operating.md name the same things with the same defaults. */
function settingFindings(known: Record<string, { default: unknown }>, page: string): string[] {
  const [, table = ''] = page.split(/^## Settings$/m)
  const [section = ''] = table.split(/^## /m)
  const rows = [...section.matchAll(/^\| `([A-Z_]+)` \| ([^|]*) \|/gm)]
  const documented = new Map(rows.map(([, name = '', value = '']) => [name, value.replaceAll('`', '').trim()]))
  const differing = Object.entries(known).flatMap(([name, setting]) => {
    const value = documented.get(name)
    if (value === undefined) return [`${name} is not in the table of docs/operating.md`]
    // Where there is no fixed default, the page says in words what happens.
    const isRight = setting.default === undefined ? value !== '' : value.replaceAll(',', '') === String(setting.default)
    return isRight ? [] : [`${name} has the default ${setting.default}, docs/operating.md says ${value}`]
  })
  const stray = [...documented.keys()].filter((name) => !Object.hasOwn(known, name))
  return [...differing, ...stray.map((name) => `${name} is documented and not a setting`)]
}

/** Of the system, not of ours to set. */
const SYSTEM = ['PATH']

/** What the environment says is read in one place, so that a wrong value is noticed at the start. */
const strayEnvironment = (files: SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(/process\.env(?:\.|\[')([A-Z_]+)/g)]
      .filter(([, name = '']) => !SYSTEM.includes(name))
      .map(([, name]) => `${path} reads ${name} past server/program/config.ts`),
  )

test('every setting is documented with its default, and no other is', async () => {
  assert.deepEqual(settingFindings(settings, await readSource('docs/operating.md')), [])
})

test('the environment is read by server/program/config.ts only', async () => {
  const files = await readSources(['server'], ['.ts'])
  assert.deepEqual(strayEnvironment(files.filter(({ path }) => !/(\.test|-fixture|-test-kit)\.ts$/.test(path))), [])
})

test('is caught: a setting without a row, a row without a setting, another default, a stray variable', () => {
  const page = '## Settings\n\n| `PORT` | 3001 | x | y |\n| `POTR` | 1 | x | y |\n\n## Other\n\n| `HOST` | x | x |\n'
  assert.deepEqual(settingFindings({ PORT: { default: 3000 }, HOST: { default: '127.0.0.1' } }, page), [
    'PORT has the default 3000, docs/operating.md says 3001',
    'HOST is not in the table of docs/operating.md',
    'POTR is documented and not a setting',
  ])
  assert.equal(strayEnvironment([{ path: 'server/a.ts', text: 'process.env.SECRET' }]).length, 1)
})
