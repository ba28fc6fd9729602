import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Type } from 'typebox'
import { BookedRow } from '../../server/payments/figures/compare-books.ts'
import { findBooked } from '../../server/payments/figures/retrieve-reconciliation.manage.ts'
import { CustomerRow } from '../../server/people/customers/customer.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { ManagedOrderRow } from '../../server/tickets/orders/list-orders.manage.ts'
import type { OperationExample } from '../examples/example.ts'
import { examples } from '../examples/examples.ts'
import { openHouse } from '../harness/house.ts'
import { isWrite, type OperationSpec, openapiOf, readOperations, send } from '../harness/operations.ts'
import { makeExample, successFindings } from './owed.ts'
import type { Query } from './owes-answers.ts'
import { plantedExamples, plantedOperations } from './planted.ts'
import { queryChoices } from './query-choices.ts'
import { openReview, statementFindings, unusedRows } from './query-rules.ts'
import { columnsOf, rowFindings } from './row-types.ts'
import { seedAtScale } from './seed-at-scale.ts'
import { isHousekeeping, type Statement, statementsOf } from './statements.ts'

const house = await openHouse({ extraOperations: plantedOperations })
const tenant = await seedAtScale(house)
const review = await openReview(house, tenant)
after(() => {
  review.planner.release()
  review.avoiding.release()
})
const keys = {
  sk: tenant.key,
  pk: await house.key(tenant.orgId, { kind: 'pk' }),
  // By name, and not by default, a gate key may read whole codes.
  gk: await house.key(tenant.orgId, { kind: 'gk', scopes: ['gate:scan', 'codes:read'] }),
}
const entries: Record<string, OperationExample> = { ...examples, ...plantedExamples }

for (const operation of readOperations(openapiOf(house)).filter(({ scope }) => scope !== undefined)) {
  const entry = entries[operation.id]
  if (!entry) continue
  test(`the queries of ${operation.id} are confined, indexed and of their row types`, async () => {
    assert.deepEqual(await queryFindings(operation, entry), [])
  })
}

async function queryFindings(operation: OperationSpec, entry: OperationExample): Promise<string[]> {
  const reviewed = new Map<string, Statement>()
  const findings: string[] = []
  let example = await makeExample(house, tenant, entry)
  for (const { key, query } of requestsOf(operation, entry, queryChoices(operation, example))) {
    if (isWrite(operation)) example = await makeExample(house, tenant, entry)
    const statements = await statementsOf(house, async () => {
      const answer = await send(house, operation, example, { key, query })
      findings.push(...successFindings(answer, operation, JSON.stringify(query)))
    })
    for (const statement of statements.filter(({ text }) => !reviewed.has(text))) {
      reviewed.set(statement.text, statement)
      findings.push(...(await statementFindings(review, statement, entry.rows ?? [])))
    }
  }
  const own = [...reviewed.values()].filter((statement) => !isHousekeeping(statement))
  if (own.length === 0) findings.push('sends no query that was seen')
  return [...findings, ...(await unusedRows(review, own, entry.rows ?? []))]
}

for (const kind of ['payments', 'refunds'] as const) {
  // The examples are of a sandbox, whose provider has no list to compare with.
  test(`the queries that compare our ${kind} with the provider’s are confined, indexed and of their row type`, async () => {
    const now = unixSeconds(house.clock())
    const statements = await statementsOf(house, async () => {
      await findBooked[kind](tenant.orgId, house.sql, { account: 'acct_1', sinceUnix: now - 86_400, endUnix: now })
      await findBooked[kind](tenant.orgId, house.sql, { account: 'acct_1', references: ['pi_1', 'pi_2'] })
    })
    assert.equal(statements.length, 2)
    for (const statement of statements)
      assert.deepEqual(await statementFindings(review, statement, [BookedRow]), [], statement.text)
  })
}

test('the queries for orders of a name that thousands have are confined, indexed and of their row type', async () => {
  const statements = await statementsOf(house, () =>
    house.call('GET', '/v1/manage/orders?search=example', { key: keys.sk }),
  )
  const walks = statements.filter(({ text }) => text.includes('c.user_id = orders.user_id'))
  assert.equal(walks.length, 1)
  for (const statement of walks) assert.deepEqual(await statementFindings(review, statement, [ManagedOrderRow]), [])
})

/** A publishable key may see less, which is another query. */
function requestsOf({ scope }: OperationSpec, { publishable }: OperationExample, queries: Query[]) {
  const usual = scope === 'gate:scan' ? keys.gk : keys.sk
  return (publishable ? [usual, keys.pk] : [usual]).flatMap((key) => queries.map((query) => ({ key, query })))
}

/** The tests of the test: statements that each break one part of the rule, in the organisation that was seeded. */
const faults: [sentence: string, text: string, parameters: unknown[], finding: RegExp][] = [
  [
    'a query without org_id',
    'select user_id from customers where user_id = $1',
    [7],
    /does not filter customers by org_id/,
  ],
  [
    'a join that filters one table only',
    'select c.user_id from organisations o join customers c on c.user_id = o.org_id where o.org_id = $1',
    [tenant.orgId],
    /does not filter customers by org_id/,
  ],
  [
    'a query for another organisation than the caller’s',
    'select user_id from customers where org_id = $1 and user_id = 1',
    [tenant.orgId + 1],
    /does not filter customers by org_id/,
  ],
  [
    'an update without org_id',
    'update customers set postcode = $1 where org_customer_id = $2 returning user_id',
    ['2000', 'demo-000000007'],
    /does not filter customers by org_id/,
  ],
  [
    'an insert without org_id',
    'insert into customers (org_customer_id) values ($1) returning user_id',
    ['x'],
    /inserts into customers without org_id/,
  ],
  [
    'a filter that no index serves',
    'select user_id from customers where abs(org_id) = $1 and postcode = $2',
    [tenant.orgId, '2000'],
    /reads customers from end to end/,
  ],
  [
    'an index that is read from end to end',
    'select user_id from customers where abs(org_id) = $1 order by org_id, user_id limit 20',
    [tenant.orgId],
    /reads customers from end to end/,
  ],
  [
    'a page in an order that no index has',
    'select user_id from customers where org_id = $1 order by postcode limit 20',
    [tenant.orgId],
    /sorts [0-9]+ rows for one page/,
  ],
  [
    'a column that the row type does not have',
    'select user_id, 1 as a, 1 as b, 1 as c, 1 as d, 1 as e, 1 as f, postcode from customers where org_id = $1 and user_id = 1',
    [tenant.orgId],
    /a is selected and not in the row type/,
  ],
  [
    'a sum that the driver leaves as text',
    'select sum(user_id) as total from customers where org_id = $1 and user_id < 9',
    [tenant.orgId],
    /total is numeric; cast it/,
  ],
]

for (const [sentence, text, parameters, finding] of faults) {
  test(`is caught: ${sentence}`, async () => {
    const row = Type.Object({ user_id: Type.Integer() })
    assert.match((await statementFindings(review, { text, parameters }, [row])).join('\n'), finding)
  })
}

test('is caught: a column of another type, one that is not selected, one that may be null, and no row type at all', async () => {
  const columns = 'org_id, user_id, first_name, postcode, marketing_emails, created_at, changed_at'
  const text = `select ${columns} from customers where org_id = $1 and user_id = 1`
  const statement = { text, parameters: [tenant.orgId] }
  const { postcode, ...rest } = CustomerRow.properties
  const row = Type.Object({ ...rest, user_id: Type.String(), first_name: Type.String(), postcode })
  const findings = rowFindings(await columnsOf(house.sql, statement), row)
  assert.ok(findings.includes('last_name is not selected'))
  assert.ok(findings.includes('user_id is int8, the row type says string'))
  assert.ok(findings.includes('first_name may be null'))
  assert.match((await statementFindings(review, statement, [row])).join(), /is not as its row type says/)
  assert.match((await statementFindings(review, statement, [])).join(), /names no type in rows/)
  assert.match((await unusedRows(review, [statement], [row])).join(), /no query returns the row type/)
})

test('is not caught: a join that is confined by way of its other table', async () => {
  const text = `
    select user_id
    from customers c
    where c.org_id = $1
      and c.user_id = 1
      and exists (select 1 from organisations o where o.org_id = c.org_id offset 0)`
  const row = Type.Pick(CustomerRow, ['user_id'])
  assert.deepEqual(await statementFindings(review, { text, parameters: [tenant.orgId] }, [row]), [])
})
