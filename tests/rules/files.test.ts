import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LINES_MAX, linesOf } from './long-files.ts'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'

const longFiles = (files: SourceFile[]): string[] =>
  linesOf(files)
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ path, lines }) => `${path} has ${lines} lines; ${LINES_MAX} are enough`)

/** These say words of their own making, and none that came from a caller. */
const RAW_SQL = [
  'server/platform/postgres/migrate.ts',
  'server/platform/postgres/records.ts',
  'server/platform/postgres/sql.ts',
  'server/platform/postgres/database.ts',
]

/** Text that is put together is where SQL injection begins. */
const rawSql = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => !RAW_SQL.includes(path) && !isTestFile(path) && /\.unsafe\(|new Fragment\(/.test(text))
    .map(({ path }) => `${path} builds SQL from text; use the tagged template`)

/** Examples that are drawn anew pass today and fail tomorrow, without any change. */
const ownChance = (files: SourceFile[]): string[] =>
  files
    .filter(({ path, text }) => path.endsWith('.test.ts') && /^import .* from 'fast-check'$/m.test(text))
    .map(({ path }) => `${path} draws examples with a seed of its own; take fc from tests/harness/chance.ts`)

const files = await readSources(['server', 'tests', 'bench', 'sdk', 'faces'], ['.ts', '.tsx', '.js', '.css'])

test('no file of code is longer than 400 lines', () => assert.deepEqual(longFiles(files), []))

test('SQL is written in tagged templates only', () => assert.deepEqual(rawSql(files), []))

test('properties try the same examples in every run', () => assert.deepEqual(ownChance(files), []))

test('is caught: a long file, unless a program wrote it', () => {
  const text = 'x\n'.repeat(LINES_MAX + 1)
  assert.deepEqual(longFiles([{ path: 'server/a.ts', text }]), ['server/a.ts has 401 lines; 400 are enough'])
  assert.deepEqual(longFiles([{ path: 'sdk/src/generated/types.ts', text }]), [])
})

test('is caught: SQL from text, but not in the migrations and the tests', () => {
  const text = "await sql.unsafe('select ' + column)"
  assert.equal(rawSql([{ path: 'server/customers/a.ts', text }]).length, 1)
  assert.deepEqual(
    rawSql(['server/platform/postgres/migrate.ts', 'tests/a.ts', 'server/a.test.ts'].map((path) => ({ path, text }))),
    [],
  )
})

test('is caught: a property with a seed of its own, but not what describes its examples', () => {
  const text = "import fc from 'fast-check'\n"
  assert.equal(ownChance([{ path: 'server/customers/a.test.ts', text }]).length, 1)
  assert.deepEqual(ownChance([{ path: 'tests/a-fixture.ts', text }]), [])
})

/** It asks for the scope of staff, or is made by the kit of `resources`, which does. */
const isForStaff = (text: string) =>
  /\{.*\bscope: '(\w+:)?manage'|\bconfig: \{[^}]*\bscope: '(\w+:)?manage'|\b(list|retrieve|create|change|step)Of\(/.test(
    text,
  )

/** Whether staff or others call it is said by the name of its file, and by nothing else. */
const misnamed = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('server/') && !path.startsWith('server/resources/') && !isTestFile(path))
    .filter(({ path, text }) => isForStaff(text) !== path.endsWith('.manage.ts'))
    .map(({ path }) => `${path}: operations at /v1/manage, and no others, are in files that end in .manage.ts`)

test('operations for staff are in files named for it', () => assert.deepEqual(misnamed(files), []))

test('is caught: an operation for staff in a file that does not say so, and the other way round', () => {
  const text = "app.get('/v1/manage/orders', { config: { scope: 'orders:manage' } })"
  assert.equal(misnamed([{ path: 'server/tickets/orders/list-orders.ts', text }]).length, 1)
  assert.equal(misnamed([{ path: 'server/tickets/orders/list-orders.manage.ts', text: '' }]).length, 1)
  assert.deepEqual(misnamed([{ path: 'server/tickets/orders/list-orders.manage.ts', text }]), [])
})

/** What only tests need lies in tests: builders, workers that tests start, the harness. */
const testKits = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.startsWith('server/') && /(-fixture|-test-kit)\.tsx?$/.test(path))
    .map(({ path }) => `${path} is for tests: move it to tests/builders or tests/workers`)

test('no fixture or test kit lies among the files of the server', () => assert.deepEqual(testKits(files), []))

test('is caught: a fixture among the files of the server', () => {
  assert.equal(testKits([{ path: 'server/checkout/baskets/basket-fixture.ts', text: '' }]).length, 1)
})
