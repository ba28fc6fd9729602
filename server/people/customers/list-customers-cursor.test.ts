import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomersWithTies } from '../../../tests/builders/customers.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { addDemoCustomers } from '../../operator/demo/customers.ts'
import { sortFields } from './customer-order.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation({ name: 'Other Club' })
await addCustomersWithTies(house, club, { times: 7, apart: '1 microsecond' })
await addDemoCustomers(other.orgId, house.sql, 3)

const list = (query: string, key = club.key) => house.call('GET', `/v1/customers?${query}`, { key })

async function byCursor(query: string, limit: number): Promise<number[]> {
  const found: number[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await list(`${query}&limit=${limit}${cursor}`)
    assert.equal(status, 200)
    assert.equal(body.next_cursor === null, !body.has_more)
    found.push(...body.data.map(({ user_id }: { user_id: number }) => user_id))
    if (!body.has_more) return found
    cursor = `&cursor=${body.next_cursor}`
  }
}

for (const sort_field of sortFields) {
  for (const sort_direction of ['asc', 'desc']) {
    test(`pages by cursor are the list by ${sort_field} ${sort_direction}, ties and gaps included`, async () => {
      const query = `sort_field=${sort_field}&sort_direction=${sort_direction}`
      const { body } = await list(`${query}&limit=100`)
      const whole = body.data.map(({ user_id }: { user_id: number }) => user_id)
      assert.equal(whole.length, 45)
      for (const limit of [1, 4, 7, 44, 45]) assert.deepEqual(await byCursor(query, limit), whole)
    })
  }
}

test('a customer who is added or changed meanwhile is neither skipped nor repeated in the default order', async () => {
  const first = await list('limit=20')
  const second = await list(`limit=20&cursor=${first.body.next_cursor}`)
  await house.sql`insert into customers (org_id, org_customer_id) values (${club.orgId}, 'new')`
  await house.sql`update customers set last_name = 'Changed', changed_at = now() where org_id = ${club.orgId}`
  const third = await list(`limit=20&cursor=${second.body.next_cursor}`)
  const ids = [first, second, third].flatMap(({ body }) => body.data.map(({ user_id }: { user_id: number }) => user_id))
  assert.equal(ids.length, 45)
  assert.equal(new Set(ids).size, 45)
  assert.equal(third.body.has_more, false)
})

test('a cursor holds for the filters and the order it was given out with, and for nothing else', async () => {
  const { body } = await list('limit=1&sort_field=last_name')
  for (const query of ['sort_field=first_name', 'sort_field=last_name&sort_direction=asc', 'search=a', '']) {
    const refused = await list(`${query}&cursor=${body.next_cursor}`)
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'cursor_invalid'], query)
  }
  assert.equal((await list('cursor=nonsense')).body.error.code, 'cursor_invalid')
})

test('cursor and page_number together are refused', async () => {
  const { body } = await list('limit=1')
  const refused = await list(`limit=1&page_number=2&cursor=${body.next_cursor}`)
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'parameter_invalid'])
  assert.equal(refused.body.error.param, 'page_number')
})

test('a cursor of another organisation leads to none of theirs', async () => {
  const { body } = await list('limit=1', other.key)
  const mine = await list(`limit=100&cursor=${body.next_cursor}`)
  const theirs = new Set(
    (await list('limit=100', other.key)).body.data.map(({ user_id }: { user_id: number }) => user_id),
  )
  assert.ok(mine.body.data.every(({ user_id }: { user_id: number }) => !theirs.has(user_id)))
})
