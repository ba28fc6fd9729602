import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples } from '../examples/examples.ts'
import { isOnCluster } from '../harness/citus.ts'
import { openHouse } from '../harness/house.ts'
import { openapiOf, readOperations, send } from '../harness/operations.ts'
import { dueTasks } from '../rules/background-work.ts'
import { findsOverOrganisations, oneLine } from '../rules/over-organisations.ts'
import { makeExample, newTenant, successFindings } from '../rules/owed.ts'
import { type Statement, statementsOf, temporaryTable } from '../rules/statements.ts'
import { openWorkplace } from '../rules/workplace.ts'
import { openPlanner } from './single-node.ts'

/** `npm run test:citus` runs these with all others; on an ordinary PostgreSQL there is nothing to see. */
const onCluster = isOnCluster() ? test : test.skip

const seen = new Map<string, { of: string; statement: Statement }>()

function note(of: string, statements: Statement[]): void {
  for (const statement of statements) {
    const line = oneLine(statement)
    if (temporaryTable(statement) === undefined && !seen.has(line)) seen.set(line, { of, statement })
  }
}

/** Statements that need other nodes than the organisation's own, and what they are for. The list may only shrink. */
const OF_OTHER_NODES: { statement: RegExp; reason: string }[] = [
  {
    statement: /^with moved as materialized \( select m\.\*/,
    reason: 'sandboxes are paid out; while a node is away they wait',
  },
]

const house = await openHouse()
const place = await openWorkplace()

for (const operation of readOperations(openapiOf(house)).filter(({ scope }) => scope !== undefined)) {
  const entry = examples[operation.id]
  if (!entry) continue
  onCluster(`${operation.id} is answered on a cluster`, async () => {
    const tenant = await newTenant(house, operation)
    const example = await makeExample(house, tenant, entry)
    const statements = await statementsOf(house, async () => {
      const answer = await send(house, operation, example, { key: tenant.key })
      assert.deepEqual(successFindings(answer, operation, operation.id), [])
    })
    note(operation.id, statements)
  })
}

for (const { name, run } of place.tasks) {
  onCluster(`the worker can ${name} on a cluster`, async () => {
    const due = dueTasks[name]
    await due?.prepare?.(place)
    place.house.clock.advance(due?.afterMs ?? 0)
    const work = () => (due?.onFailure ? run().catch(due.onFailure) : run())
    note(name, await statementsOf({ sql: place.house.sql, nodes: undefined }, work))
  })
}

onCluster('every statement of one organisation is answered by the node that has it, and needs no other', async () => {
  const planner = await openPlanner(house.sql)
  const findings: string[] = []
  const used = new Set<object>()
  for (const [line, { of, statement }] of seen) {
    // What a transaction has put into a table of its own is read by that session alone.
    if (findsOverOrganisations(statement) !== undefined || /\bstaged\b/.test(line)) continue
    const exception = OF_OTHER_NODES.find((entry) => entry.statement.test(line))
    if (exception) used.add(exception)
    const found = await planner.findingsOf(statement).catch((error: Error) => [`cannot be planned (${error.message})`])
    if (!exception) findings.push(...found.map((finding) => `${of} ${finding}: ${line.slice(0, 300)}`))
  }
  planner.release()
  assert.deepEqual(findings, [])
  assert.deepEqual(
    OF_OTHER_NODES.filter((entry) => !used.has(entry)),
    [],
  )
})
