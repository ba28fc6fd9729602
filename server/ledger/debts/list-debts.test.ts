import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { addInstalments } from '../../../tests/builders/instalments.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const house = await openHouse()
const club = await house.organisation()
const { key } = club
const [cup, league] = [await addOffer(house, club, { capacity: 50 }), await addOffer(house, club, { capacity: 50 })]

async function invoice(priceId: number, first_name: string, email: string | undefined = `${first_name}@example.org`) {
  const customer = { ...(email === '' ? {} : { email }), first_name, last_name: 'Byron' }
  const body = { items: [{ price_id: priceId, quantity: 1 }], payment_method: 'invoice', customer }
  const sale = await house.call('POST', '/v1/manage/orders', { key, body })
  assert.equal(sale.status, 201, sale.text)
  return sale.body as { order_id: number; order_uuid: string; user_id: number }
}

type Listed = { debt_id: number; order_id: number; event_id: number | null }

/** The orders of what is listed; and the file has the same, in the same order. */
async function ordersOf(query: string): Promise<number[]> {
  const { status, body, text } = await house.call('GET', `/v1/manage/debts?limit=100&${query}`, { key })
  assert.equal(status, 200, text)
  const data = body.data as Listed[]
  const file = await house.call('GET', `/v1/manage/exports/debts.csv?${query}`, { key })
  const [head = '', ...lines] = file.text.trim().split('\r\n')
  assert.match(head, /^due_date,debt_id,owed_by,kind,status,order_id,event_id,/)
  assert.deepEqual(
    lines.map((line) => Number(line.split(',')[1])),
    data.map(({ debt_id }) => debt_id),
  )
  return data.map(({ order_id }) => order_id)
}

const ottoline = await invoice(cup.priceId, 'Ottoline')
const bea = await invoice(league.priceId, 'Bea')
const walkUp = await invoice(league.priceId, 'Cleo', '')
const { orderId: planId } = await addInstalments(house, club, 1)

test('of one event, of a membership, or of all', async () => {
  assert.deepEqual(await ordersOf(`event_id=${cup.eventId}`), [ottoline.order_id])
  assert.deepEqual(await ordersOf(`event_id=${league.eventId}&open=true`), [bea.order_id, walkUp.order_id])
  assert.equal((await ordersOf('')).length, 4)
  const { data } = (await house.call('GET', '/v1/manage/debts?kind=instalment', { key })).body
  assert.deepEqual([data[0].order_id, data[0].event_id], [planId, null])
  const refund = await house.call('POST', `/v1/manage/orders/${bea.order_id}/refunds`, { key, body: { amount: 1 } })
  assert.equal(refund.status, 202, 'what is owed is let go first, and stays in the list of its event')
})

test('searched for by name, part of it, whole address or order', async () => {
  assert.deepEqual(await ordersOf('search=ottol'), [ottoline.order_id])
  assert.deepEqual(await ordersOf('search=byron&status=due'), [ottoline.order_id, bea.order_id, walkUp.order_id])
  assert.deepEqual(await ordersOf('search=bea@example.org'), [bea.order_id])
  assert.deepEqual(await ordersOf(`search=${ottoline.order_id}`), [ottoline.order_id])
  assert.deepEqual(await ordersOf(`search=${ottoline.order_uuid}`), [ottoline.order_id])
  assert.deepEqual(await ordersOf(`search=cleo&event_id=${league.eventId}`), [walkUp.order_id])
  assert.deepEqual(await ordersOf(`search=cleo&event_id=${cup.eventId}`), [])
  assert.deepEqual(await ordersOf('search=%25'), [], 'a per cent sign is a character')
})

test('by how long it is overdue', async () => {
  assert.deepEqual(await ordersOf('overdue_days=30'), [])
  house.clock.advance(45 * DAY_MS)
  assert.deepEqual(await ordersOf('overdue_days=40'), [planId])
  assert.deepEqual(await ordersOf('overdue_days=30&owed_by=fan&kind=invoice'), [
    ottoline.order_id,
    bea.order_id,
    walkUp.order_id,
  ])
  for (const days of ['0', '-1', '1.5', 'many'])
    assert.equal((await house.call('GET', `/v1/manage/debts?overdue_days=${days}`, { key })).status, 400, days)
})

test('another organisation finds nothing by them, in the list or in the file', async () => {
  const stranger = await house.organisation()
  const { userId } = await addCustomer(house, club)
  for (const query of [`event_id=${cup.eventId}`, 'search=ottol', `user_id=${userId}`]) {
    const list = await house.call('GET', `/v1/manage/debts?${query}`, { key: stranger.key })
    assert.deepEqual(list.body.data, [])
    const file = await house.call('GET', `/v1/manage/exports/debts.csv?${query}`, { key: stranger.key })
    assert.equal(file.text.trim().split('\r\n').length, 1)
  }
})

test('the name of a fan is for whoever may read customers', async () => {
  const key = await house.key(club.orgId, { scopes: ['debts:manage'] })
  const file = await house.call('GET', '/v1/manage/exports/debts.csv', { key })
  assert.equal(file.status, 200)
  assert.doesNotMatch(file.text, /Byron/)
})
