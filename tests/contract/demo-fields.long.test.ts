import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { orgIdOf } from '../../server/access/principal.ts'
import { ensureDemoOrganisation } from '../../server/operator/demo/demo-organisation.ts'
import { addFan } from '../builders/sso.ts'
import { openHouse } from '../harness/house.ts'
import { described } from './contract-fields-fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'grandstand-demo-fields-'))
after(() => rm(folder, { recursive: true }))
const house = await openHouse()
const key = await ensureDemoOrganisation(house.sql, folder, { clock: house.clock, seal: house.seal })
const demo = { orgId: orgIdOf(1), key: key ?? assert.fail('there is a demo organisation already') }

type Item = Record<string, unknown>
const read = async (path: string, headers: Record<string, string> = {}): Promise<Item & { data: Item[] }> => {
  const { status, body, text } = await house.call('GET', path, { key: demo.key, headers })
  assert.equal(status, 200, `${path}: ${text}`)
  return body as Item & { data: Item[] }
}

/** What each path of the description answers in the demo: its items, of every event and of some orders. */
async function demoItems(path: string): Promise<Item[]> {
  const events = (await read('/v1/events?limit=100')).data.map(({ event_id }) => String(event_id))
  const ofEvents = async (rest: string) =>
    (await Promise.all(events.map(async (id) => (await read(`/v1/events/${id}${rest}`)).data))).flat()
  switch (path) {
    case '/v1/organisation':
      return [await read(path)]
    case '/v1/customers':
    case '/v1/members':
      return (await read(`${path}?limit=100`)).data
    case '/v1/events/{event_id}/scans':
      return ofEvents('/scans?include_sales=true')
    case '/v1/events/{event_id}/orders':
      return ofEvents('/orders?limit=100')
    case '/v1/sso/orders':
      return (await read(path, await headersOfFan())).data
    case '/v1/sso/orders/{order_id}/tickets': {
      const headers = await headersOfFan()
      const orders = (await read('/v1/sso/orders', headers)).data
      return (
        await Promise.all(orders.map(({ order_id }) => read(`/v1/sso/orders/${order_id}/tickets`, headers)))
      ).flatMap(({ data }) => data)
    }
    default:
      return path.includes('{event_id}/')
        ? ofEvents(path.slice('/v1/events/{event_id}'.length))
        : (await read(path)).data
  }
}

/** A fan who is signed in as the customers that sit on seats: one after the other, all their orders. */
async function headersOfFan() {
  const { headers, issuer, subject } = await addFan(house, demo)
  await house.sql`
    update sso_identities
    set user_id = coalesce((
      select o.user_id
      from orders o
      join tickets t using (org_id, order_id)
      where o.org_id = ${demo.orgId}
        and o.order_status = 'confirmed'
        and t.seat_id is not null
      limit 1
    ), user_id)
    where org_id = ${demo.orgId}
      and issuer = ${issuer}
      and subject = ${subject}`
  return headers
}

const walked = Object.entries(described).filter(
  ([operation, { items }]) => operation.startsWith('GET ') && (items || operation === 'GET /v1/organisation'),
)

for (const [operation, { answer, items }] of walked) {
  test(`${operation}: in the demo organisation no field of the description is empty everywhere`, async () => {
    const found = await demoItems(operation.slice('GET '.length))
    const empty = Object.keys(items ?? answer).filter((name) =>
      found.every((item) => item[name] === null || item[name] === undefined),
    )
    assert.deepEqual(empty, [])
  })
}
