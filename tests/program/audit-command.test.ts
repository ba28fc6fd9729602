import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDemoOrders } from '../../server/operator/demo/orders.ts'
import { openHouse } from '../harness/house.ts'
import { grandstand } from '../harness/program.ts'

const house = await openHouse()
const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: 's'.repeat(32) }
const { orgId } = await house.organisation()
const other = await house.organisation()
await house.sql.plain.begin((tx) => addDemoOrders(orgId, tx, 50))

const audit = (...args: string[]) => grandstand(['audit', ...args], settings)

test('an audit of what is right says so and succeeds', async () => {
  const { code, stdout } = await audit()
  assert.deepEqual([code, stdout], [0, '2 organisations, 0 differences\n'])
})

test('an audit prints each difference and fails', async () => {
  const [pool] = await house.sql<{ price_category_id: number; sold: number }[]>`
    update price_categories
    set sold = sold - 1
    where org_id = ${orgId}
      and price_category_id = (
        select min(price_category_id)
        from price_categories
        where org_id = ${orgId}
          and sold > 0
      )
    returning price_category_id, sold`
  const id = pool?.price_category_id
  const sold = Number(pool?.sold)
  const { code, stdout } = await audit()
  assert.equal(code, 1)
  const line = `organisation ${orgId}: price_category ${id}: sold is ${sold}, the rows say ${sold + 1}`
  assert.equal(stdout, `${line}\n2 organisations, 1 difference\n`)
  const json = await audit('--org', String(orgId), '--json')
  assert.equal(json.code, 1)
  assert.deepEqual(JSON.parse(json.stdout), {
    org_id: String(orgId),
    object: 'price_category',
    id: String(id),
    field: 'sold',
    stored: sold,
    counted: sold + 1,
  })
  assert.equal((await audit('--org', String(other.orgId))).code, 0)
  assert.equal((await audit('--org', '999999')).code, 2)
})
