import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Placement, wantedPlacements } from '../../server/platform/postgres/distribute.ts'
import { openTestDatabase } from '../harness/house.ts'

const { sql } = await openTestDatabase()
const page = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'schema.md'), 'utf8')

test('docs/schema.md lists every table, and no other', async () => {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name
    from pg_class
    where relkind = 'r'
      and relnamespace = 'public'::regnamespace
      and relname <> 'schema_migrations'
    order by relname`
  const tables = page.slice(page.indexOf('## Tables'), page.indexOf('## Who wins a race'))
  const firstCells = tables.split('\n').flatMap((line) => /^\| (`[^|]+`) \|/.exec(line)?.[1] ?? [])
  const listed = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.deepEqual(listed.sort(), rows.map(({ name }) => name).sort())
})

test('the diagram in docs/schema.md draws tables that exist', async () => {
  const drawn = [...page.matchAll(/^ {2}(\w+) [|}][|o]--[o|][|{] (\w+) :/gm)].flatMap(([, from, to]) => [from, to])
  const rows = await sql<{ name: string }[]>`select relname::text as name from pg_class where relkind = 'r'`
  const known = new Set(rows.map(({ name }) => name))
  assert.ok(drawn.length > 80)
  assert.deepEqual(
    drawn.filter((name) => !known.has(name ?? '')),
    [],
  )
})

test('docs/schema.md names every table that a cluster does not split by organisation, and where it lies', async () => {
  const placements = page.slice(page.indexOf('## On a Citus cluster'))
  const namedIn = (row: string) => {
    const cell = new RegExp(`^\\| ${row}[^|]*\\|[^|]*\\|([^|]+)\\|$`, 'm').exec(placements)?.[1] ?? ''
    return [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()
  }
  const tables = await wantedPlacements(sql)
  const lying = (where: Placement) => tables.filter(({ wanted }) => wanted === where).map(({ name }) => name)
  assert.deepEqual(namedIn('with something unique'), lying('reference').sort())
  assert.deepEqual(namedIn('without an `org_id`'), lying('local').sort())
})
