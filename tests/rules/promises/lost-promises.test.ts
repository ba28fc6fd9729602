import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { findLostPromises } from './lost-promises.ts'
import { withProject } from './workspace.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const START = `
import { once } from 'node:events'
import { after, test } from 'node:test'
import Fastify from 'fastify'
import type { Sql, Tx } from '../server/platform/postgres/database.ts'
declare const sql: Sql
declare const tx: Tx
declare const items: number[]
declare const isDue: boolean
declare function save(item?: number): Promise<void>
declare function answer(work: () => void): void
declare function wait(work: () => void | Promise<void>): void
`

const LOST = [
  'sql`delete from orders`',
  'tx`delete from orders`.freshPlan()',
  'sql.unsafe("delete from orders")',
  'sql.begin(async (inner) => { await inner`select 1` })',
  'isDue && sql`delete from orders`',
  'isDue ? save(1) : save(2)',
  'save(1), save(2)',
  'save().then(() => {})',
  'save().finally(() => {})',
  'items.map((item) => save(item))',
  'items.map(async () => {})',
  '[save(1), save(2)]',
  'async () => { save() }',
  'void sql`delete from orders`',
  '// The club knows.\nvoid sql`delete from orders`',
  'void save()',
  'items.forEach(async () => {})',
  'items.forEach((item) => save(item))',
  'items.forEach(save)',
  'setTimeout(async () => {}, 1)',
  'await new Promise(async (resolve) => resolve(1))',
  'answer(() => sql`delete from orders`)',
  'const work: () => void = async () => {}; work()',
  'answer(function () { return isDue ? save() : undefined })',
  'test("a test", async (t) => { t.test("a part of it", () => {}) })',
]

const KEPT = [
  'await sql`select 1`',
  'const rows = sql`select 1`; await rows',
  'export const rows = () => sql`select 1`',
  'await Promise.all(items.map((item) => save(item)))',
  'await sql`select ' + '$' + '{sql`1`}`',
  'save().catch(() => {})',
  'save().then(() => {}, () => {})',
  'void save().catch(() => {})',
  '// The club knows.\nvoid save()',
  '// Its failure is the transaction’s to tell.\nvoid tx`set local lock_timeout = 1`.execute()',
  'wait(async () => {})',
  '// Never rejects.\nsetTimeout(async () => {}, 1)',
  'test("a test", async () => {}); after(() => save())',
  'export const app = Fastify(); app.register(async () => {}); app.get("/", async (_, reply) => { reply.send("") })',
  'export const [first] = await once(process, "exit")',
]

/** All at once: the compiler reads the same types for each. */
const planted = new Map<string, string>()
const plant = (name: string, code: string): string => {
  const path = join(root, 'planted', `${name}.ts`)
  planted.set(path, `${code}\nexport {}\n`)
  return path
}
const lostPaths = LOST.map((code, n) => plant(`lost-${n}`, START + code))
const keptPaths = KEPT.map((code, n) => plant(`kept-${n}`, START + code))
const forgotten = plant('forgotten', 'const writing = Promise.resolve()')
const config = join(root, 'planted', 'tsconfig.json')
planted.set(config, JSON.stringify({ extends: '../tsconfig.json', include: [], files: [...planted.keys()] }))

const { lost, unused } = withProject(
  config,
  (project) => ({
    lost: Map.groupBy(findLostPromises(project, [...lostPaths, ...keptPaths]), ({ path }) => path),
    unused: project.program.getSemanticDiagnostics(forgotten).map(({ code }) => code),
  }),
  planted,
)

for (const [n, code] of LOST.entries()) {
  test(`is caught: ${code.replaceAll('\n', ' ')}`, () => {
    assert.equal(
      lost.get(lostPaths[n] ?? '')?.length,
      code === 'save(1), save(2)' || code.startsWith('isDue ?') ? 2 : 1,
    )
  })
}

for (const [n, code] of KEPT.entries()) {
  test(`is fine: ${code.replaceAll('\n', ' ')}`, () => {
    assert.deepEqual(lost.get(keptPaths[n] ?? '') ?? [], [])
  })
}

test('is caught by the compiler itself: a promise with a name that nothing reads', () => {
  assert.deepEqual(unused, [6133])
})
