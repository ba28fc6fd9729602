import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../../server/platform/postgres/migrate.ts'
import { readSource } from './source-files.ts'

type Text = { name: string; checksum: string }

/** A program whose migrations differ from those that a database was made with refuses to start on it. */
const changed = (migrations: Text[], known: Record<string, string>): string[] => [
  ...migrations
    .filter(({ name, checksum }) => known[name] !== undefined && known[name] !== checksum)
    .map(({ name }) => `${name} was merged and is not edited again; the next number mends it`),
  ...migrations
    .filter(({ name }) => known[name] === undefined)
    .map(({ name, checksum }) => `${name} is new: add "${name}": "${checksum}" to tests/rules/migrations.json`),
  ...Object.keys(known)
    .filter((name) => !migrations.some((migration) => migration.name === name))
    .map((name) => `${name} is gone`),
]

const known = JSON.parse(await readSource('tests/rules/migrations.json')) as Record<string, string>

test('a migration that was merged is what it was', async () => {
  assert.deepEqual(changed(await readMigrations(), known), [])
})

test('is caught: an edited migration, one that is not listed, and one that is gone', () => {
  assert.deepEqual(
    changed(
      [
        { name: '0001_a.sql', checksum: 'other' },
        { name: '0003_c.sql', checksum: 'new' },
      ],
      { '0001_a.sql': 'first', '0002_b.sql': 'second' },
    ).map((finding) => finding.slice(0, 24)),
    ['0001_a.sql was merged an', '0003_c.sql is new: add "', '0002_b.sql is gone'],
  )
})
