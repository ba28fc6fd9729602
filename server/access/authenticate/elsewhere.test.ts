import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'

const house = await openHouse()
const { sql, clock } = house
const ADDRESS = 'https://two.tickets.example.org'

const place = async ({ orgId }: Tenant, state: string, address: string | null) => {
  await sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${orgId}, ${randomUUID()}, ${state}, ${address})
    on conflict (org_id) do update
    set move_state = excluded.move_state, address = excluded.address`
  clock.advance(5_000)
}

async function leasedBy({ orgId }: Tenant): Promise<number | undefined> {
  const [row] = await sql<{ leased: number }[]>`
    select coalesce(sum(leased), 0)::integer as leased
    from rate_limit_windows
    where org_id = ${orgId}`
  return row?.leased
}

test('a key whose organisation has moved is told where to, whatever kind of key it is', async () => {
  const club = await house.organisation()
  const keys = [
    [club.key, '/v1/organisation'],
    [await house.key(club.orgId, { kind: 'pk' }), '/v1/events'],
    [await house.key(club.orgId, { kind: 'gk' }), '/v1/gate/device'],
  ] as const
  for (const [key, path] of keys) assert.notEqual((await house.call('GET', path, { key })).status, 421)
  await place(club, 'moved', ADDRESS)
  const leased = await leasedBy(club)
  for (const [key, path] of keys) {
    const { status, headers, body } = await house.call('GET', path, { key })
    const { code, cell_url } = body.error
    assert.deepEqual([status, code, cell_url], [421, 'organisation_moved', ADDRESS])
    assert.equal(headers['grandstand-cell'], ADDRESS)
    assert.ok(headers['x-ratelimit-limit'])
  }
  assert.equal(await leasedBy(club), leased)
})

test('one that is arriving is still where it comes from, and served here within the second in which it has arrived', async () => {
  const club = await house.organisation()
  await place(club, 'arriving', ADDRESS)
  const { status, body } = await house.call('GET', '/v1/organisation', { key: club.key })
  assert.deepEqual([status, body.error.cell_url], [421, ADDRESS])
  await place(club, 'arriving', null)
  const unknown = await house.call('GET', '/v1/organisation', { key: club.key })
  assert.deepEqual([unknown.status, unknown.body.error.code], [503, 'organisation_moving'])
  assert.equal(unknown.headers['retry-after'], '1')
  await sql`delete from organisation_moves where org_id = ${club.orgId}`
  clock.advance(1_000)
  assert.equal((await house.call('GET', '/v1/organisation', { key: club.key })).status, 200)
})

test('one that is leaving is here, and others are not touched', async () => {
  const [club, neighbour] = [await house.organisation(), await house.organisation()]
  await place(club, 'leaving', ADDRESS)
  for (const { key } of [club, neighbour]) {
    assert.equal((await house.call('GET', '/v1/organisation', { key })).status, 200)
  }
})

test('a live stream ends with the address that it goes on at', async () => {
  const club = await house.organisation()
  const { eventId } = await openGround(house, club)
  const url = `/v1/manage/events/${eventId}/live`
  const headers = { authorization: `Bearer ${club.key}` }
  const response = await house.app.inject({ url, headers, payloadAsStream: true })
  await place(club, 'moved', ADDRESS)
  let text = ''
  for await (const chunk of response.stream()) text += chunk
  assert.match(text, /event: organisation_moved\ndata: {"cell_url":"https:\/\/two\.tickets\.example\.org"}\n\n$/)
})
