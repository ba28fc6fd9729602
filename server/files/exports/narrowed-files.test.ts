import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addMembershipType } from '../../../tests/builders/membership-catalogue.ts'
import { addOffer, addPrice } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const get = (path: string, key = club.key) => house.call('GET', path, { key })

const cellsOf = (line: string) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell)

/** The values of one column, line by line. */
function columnOf(text: string, name: string): string[] {
  const [head = [], ...lines] = text.trim().split('\r\n').map(cellsOf)
  const place = head.indexOf(name)
  assert.ok(place >= 0, `${name} is no column of ${head}`)
  return lines.map((cells) => cells[place] ?? '')
}

type Listed = Record<string, unknown>
/** The file has what the list has, in its order, for each of these questions. */
async function sameAsList(list: string, file: string, id: { list: string; file: string }, questions: string[]) {
  const sizes: number[] = []
  for (const question of questions) {
    const listed = await get(`${list}?limit=100&${question}`)
    assert.equal(listed.status, 200, listed.text)
    const exported = await get(`/v1/manage/exports/${file}.csv?${question}`)
    assert.equal(exported.status, 200, exported.text)
    const ids = listed.body.data.map((row: Listed) => String(row[id.list]))
    assert.deepEqual(columnOf(exported.text, id.file), ids, question)
    sizes.push(ids.length)
  }
  return sizes
}

const tag = (object_type: string, ids: number[]) =>
  house.sql`
    update ${house.sql(object_type)}
    set tags = array['VIP']
    where org_id = ${club.orgId}
      and ${house.sql({ orders: 'order_id', customers: 'user_id', members: 'membership_member_id' }[object_type] ?? '')} = any (${ids}::bigint[])`

test('the file of orders has what the list has, by every filter', async () => {
  const offer = await addOffer(house, club, { capacity: 50 })
  const child = await addPrice(house, club, offer, { title: 'Child' })
  const other = await addOffer(house, club)
  const sell = async (price_id: number, first_name: string) => {
    const customer = { email: `${first_name}@example.org`.toLowerCase(), first_name, last_name: 'Okafor' }
    const body = { items: [{ price_id }], payment_method: 'cash', customer }
    return (await house.call('POST', '/v1/manage/orders', { key: club.key, body })).body
  }
  const first = await sell(offer.priceId, 'Uma')
  await sell(child, 'Vera')
  await sell(other.priceId, 'Wilma')
  await tag('orders', [first.order_id])
  const sizes = await sameAsList('/v1/manage/orders', 'orders', { list: 'order_id', file: 'order_id' }, [
    '',
    `event_id=${offer.eventId}`,
    `event_id=${offer.eventId}&price_id=${child}`,
    'order_status=confirmed',
    'order_status=refunded',
    'sales_channel=boxoffice',
    'sales_channel=online',
    `user_id=${first.user_id}`,
    'tag=VIP',
    'search=vera',
    'unix_start=4000000000',
    'unix_end=4000000000',
  ])
  assert.deepEqual(sizes, [3, 2, 1, 3, 0, 3, 0, 1, 1, 1, 0, 3])
  const ticked = await get(`/v1/manage/exports/orders.csv?ids=${first.order_id}`)
  assert.deepEqual(columnOf(ticked.text, 'order_id'), [String(first.order_id)])
})

test('the file of customers has what the list has, by every filter and in every order', async () => {
  const people = []
  for (const [first_name, last_name] of [
    ['Ada', 'Zander'],
    ['Berta', 'Young'],
    ['Carla', 'Xu'],
  ] as const)
    people.push(await addCustomer(house, club, { first_name, last_name, org_customer_id: `C-${first_name}` }))
  await tag('customers', [people[1]?.userId ?? 0])
  await house.sql`
    update customers
    set org_customer_id = 'N-' || user_id
    where org_id = ${club.orgId}
      and org_customer_id is null`
  const sizes = await sameAsList('/v1/customers', 'customers', { list: 'org_customer_id', file: 'org_customer_id' }, [
    '',
    'search=berta',
    'tag=VIP',
    `user_id=${people[2]?.userId}`,
    'updated_since=4000000000',
    'sort_field=last_name&sort_direction=asc',
    'sort_field=email_address&sort_direction=asc',
    'sort_field=updated_at&sort_direction=desc',
  ])
  assert.deepEqual(sizes.slice(1, 5), [1, 1, 1, 0])
  const ticked = await get(`/v1/manage/exports/customers.csv?ids=${people[2]?.userId},${people[0]?.userId}`)
  assert.deepEqual(columnOf(ticked.text, 'org_customer_id'), ['C-Carla', 'C-Ada'])
})

test('the file of members has what the list has, by every filter', async () => {
  const type = await addMembershipType(house, club)
  const ids = [
    await addMember(house, club, { member_number: 'M-1', first_name: 'Dora', membership_type_id: type }),
    await addMember(house, club, { member_number: 'M-2', membership_member_status_id: 1 }),
    await addMember(house, club, { member_number: 'M-3', fulfilled_at: new Date() }),
  ]
  await tag('members', [ids[1] ?? 0])
  const sizes = await sameAsList('/v1/members', 'members', { list: 'member_number', file: 'member_number' }, [
    '',
    'search=dora',
    'tag=VIP',
    `membership_type_id=${type}`,
    'membership_member_status_id=1',
    'membership_fulfilled=yes',
    'member_number=M-3',
    'created_since=4000000000',
  ])
  assert.deepEqual([sizes[0], ...sizes.slice(2, 4), ...sizes.slice(6)], [3, 1, 1, 1, 0])
  const ticked = await get(`/v1/manage/exports/members.csv?ids=${ids[0]}`)
  assert.deepEqual(columnOf(ticked.text, 'member_number'), ['M-1'])
})

test('ids go without other filters, and those of another organisation are nothing', async () => {
  const { userId } = await addCustomer(house, club)
  const both = await get(`/v1/manage/exports/customers.csv?ids=${userId}&search=a`)
  assert.deepEqual([both.status, both.body.error.errors[0].param], [400, 'ids'])
  const stranger = await house.organisation()
  const theirs = await get(`/v1/manage/exports/customers.csv?ids=${userId}`, stranger.key)
  assert.deepEqual(columnOf(theirs.text, 'org_customer_id'), [])
})
