import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { isOnCluster } from '../harness/citus.ts'
import { dueTasks } from './background-work.ts'
import { shardFindings } from './one-shard.ts'
import { otherWork } from './other-work.ts'
import { findsElsewhere, findsOverOrganisations, oneLine, unusedEntries } from './over-organisations.ts'
import { planOf, unconfinedTables, unownedInserts } from './plans.ts'
import { type Statement, statementsOf } from './statements.ts'
import { shardedTables, tenantTables } from './tenant-rows.ts'
import { openWorkplace } from './workplace.ts'

const place = await openWorkplace()
const { house, tasks } = place
const tables = await tenantTables(house.sql)
const sharded = await shardedTables(house.sql)
const seen: Statement[] = []

/** Every table is confined to one organisation, unless the statement is one of those that find what is due. */
async function tenancyFindings(sql: Sql, statements: Statement[]): Promise<string[]> {
  const planner = await sql.reserve()
  const findings: string[] = []
  for (const statement of statements.filter((candidate) => findsOverOrganisations(candidate) === undefined)) {
    // The plan of a cluster says which shard is asked, and no more.
    const plan = isOnCluster() ? [] : await planOf(planner, statement)
    findings.push(
      ...unconfinedTables(plan, tables, 'any').map((table) => `does not filter ${table}: ${oneLine(statement)}`),
      ...unownedInserts(statement, tables).map((table) => `inserts into ${table}: ${oneLine(statement)}`),
      ...shardFindings(statement.text, sharded).map((finding) => `${finding}: ${oneLine(statement)}`),
    )
  }
  planner.release()
  return [...new Set(findings)]
}

async function findingsOf(sql: Sql, work: () => Promise<unknown>, findsOnly = false): Promise<string[]> {
  const statements = await statementsOf({ sql, nodes: undefined }, work)
  seen.push(...statements)
  const hasActed = statements.some((statement) => findsOverOrganisations(statement) === undefined)
  return [...(hasActed || findsOnly ? [] : ['found nothing to do']), ...(await tenancyFindings(sql, statements))]
}

for (const { name, run } of tasks) {
  test(`what the worker sends to ${name} is of one organisation at a time`, async () => {
    const due = dueTasks[name]
    assert.ok(due, `say in tests/rules/background-work.ts how there comes to be something to do`)
    await due.prepare?.(place)
    house.clock.advance(due.afterMs)
    assert.deepEqual(await findingsOf(house.sql, () => run().catch(due.onFailure), due.findsOnly), [])
  })
}

for (const [name, prepare] of Object.entries(otherWork)) {
  test(`what ${name} causes is of one organisation at a time`, async () => {
    const { sql, run } = await prepare(place)
    assert.deepEqual(await findingsOf(sql, run), [])
  })
}

test('no statement is listed as looking over organisations that none of them sends', () => {
  assert.deepEqual(unusedEntries(seen), [])
})

test('what is due of an organisation that is in another cell is left to its workers there', () => {
  assert.deepEqual([...new Set(seen.filter(findsElsewhere).map(oneLine))], [])
})

test('is caught: a worker that looks after organisations of other cells', () => {
  const text = `select distinct org_id from baskets where basket_status = 'open'`
  assert.equal(findsElsewhere({ text, parameters: [] }), true)
})

const faults: [sentence: string, text: string, finding: RegExp][] = [
  [
    'a purge of everybody’s rows at once',
    `delete from baskets where basket_status = 'expired' and changed_at < now()`,
    /does not filter baskets/,
  ],
  [
    'a claim that nobody has named',
    `with due as (select org_id, basket_id from baskets where basket_status = 'paying' limit 5)
    update baskets b set changed_at = now() from due where b.org_id = due.org_id and b.basket_id = due.basket_id`,
    /does not filter baskets/,
  ],
  [
    'a question for organisations that changes something',
    `with gone as (delete from holds where expires_at < now() returning org_id) select distinct org_id from gone`,
    /does not filter holds/,
  ],
  [
    'a join that confines one of its tables',
    `select 1 from orders o join baskets b on b.basket_id = o.basket_id where o.org_id = 7`,
    /does not filter baskets/,
  ],
  ['a row of nobody', `insert into holds (places) values (1)`, /inserts into holds/],
]

for (const [sentence, text, finding] of faults) {
  test(`is caught: ${sentence}`, async () => {
    assert.match((await tenancyFindings(house.sql, [{ text, parameters: [] }])).join('\n'), finding)
  })
}

test('is not caught: a statement of one organisation, whichever, and the question which have something due', async () => {
  const texts = [
    `update baskets set changed_at = now() where org_id = 7 and basket_status = 'open'`,
    `select distinct org_id from (select org_id from baskets where basket_status = 'open' limit 10) b`,
  ]
  assert.deepEqual(
    await tenancyFindings(
      house.sql,
      texts.map((text) => ({ text, parameters: [] })),
    ),
    [],
  )
})
