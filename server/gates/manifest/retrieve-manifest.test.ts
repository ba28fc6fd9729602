import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addMembershipOrder, instalmentOf } from '../../../tests/builders/instalments.ts'
import { NOTHING } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { exposed } from '../../platform/http/guarded-fields.ts'
import { createTicketSigner } from '../../tickets/tickets/sign-tickets.ts'
import { isSigned, readTicketCode } from '../../tickets/tickets/ticket-code.ts'
import { decide } from '../rules/decide.ts'
import { nobodyYet } from '../rules/facts.ts'
import { codeHashes } from './barcode-hash.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { sql, clock } = house
const { eventId, keys, gates } = ground

const manifest = (query = '', headers = {}) =>
  house.call('GET', `/v1/gate/events/${eventId}/manifest${query}`, { key: keys[0], headers })
const find = (list: { ticket_id: number }[], id: number) => list.filter(({ ticket_id }) => ticket_id === id)

test('a manifest has what the rules ask for, and the rules decide from it as the service does', async () => {
  const { ticketId, barcode } = await ground.ticket()
  const member = await ground.member()
  await ground.member({}, { access: false })
  await ground.scan(barcode)
  const { body, status, text } = await manifest()
  assert.equal(status, 200, text)
  const [ticket] = body.tickets
  assert.deepEqual(
    { ticket_id: ticket.ticket_id, barcode_hash: ticket.barcode_hash, entries: ticket.entries, inside: ticket.inside },
    { ticket_id: ticketId, barcode_hash: codeHashes(body.barcode_key).barcode(barcode), entries: 1, inside: true },
  )
  assert.deepEqual(
    body.members.map(({ membership_member_id: id }: { membership_member_id: number }) => id),
    [member.memberId],
  )
  const price = body.prices.find(({ price_id }: { price_id: number }) => price_id === ticket.price_id)
  const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1000)
  const question = {
    holder: {
      ...{ kind: 'ticket' as const, eventId, status: ticket.ticket_status_id, scanningFlag: price.scanning_flag },
      ...{ gateIds: [], validFrom: ms(ticket.valid_from), validUntil: ms(ticket.valid_until) },
    },
    event: {
      ...{ eventId, status: body.event.event_status_id, venueId: Number(body.event.venue_id) },
      ...{ doorsAt: ms(body.event.doors_at), startsAt: body.event.starts_at * 1000, endsAt: null },
      membershipSeatMapId: null,
    },
    gate: { gateId: gates[0], venueId: Number(body.gates[0].venue_id), archived: false, open: body.gates[0].open },
    direction: 'entry' as const,
    at: clock().getTime(),
  }
  assert.equal(decide(question, nobodyYet), 'admitted')
  assert.equal(decide(question, { entries: ticket.entries, exits: 0, inside: true }), await ground.result(barcode))
})

test('a signed barcode is left out, because the public keys verify it', async () => {
  const { ticketId } = await ground.ticket()
  const [row] = await sql<{ price_category_id: number }[]>`
    select price_category_id
    from tickets
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId}`
  const priceCategoryId = row?.price_category_id ?? 0
  const ticket = { eventId, ticketId, priceCategoryId, revision: 0, validUntil: null }
  const [signed] = await createTicketSigner({ sql, systemClock: clock, seal: house.seal }).sign(club.orgId, [ticket])
  assert.ok(signed)
  const barcode = exposed(signed)
  await sql`
    update tickets
    set barcode = ${barcode}
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId}`
  const { body } = await manifest()
  assert.equal(find(body.tickets, ticketId)[0] && body.tickets.at(-1).barcode_hash, null)
  const code = readTicketCode(barcode)
  assert.ok(code)
  const publicKeys = new Map<number, Uint8Array<ArrayBuffer>>(
    body.public_keys.map(({ signing_key_id, public_key }: { signing_key_id: number; public_key: string }) => [
      signing_key_id,
      new Uint8Array(Buffer.from(public_key, 'base64url')),
    ]),
  )
  const verify = async (
    key: Uint8Array<ArrayBuffer>,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ) => {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return crypto.subtle.verify('Ed25519', imported, signature, data)
  }
  assert.equal(await isSigned(code, publicKeys, verify), true)
  assert.equal(await ground.result(barcode.toLowerCase()), 'admitted')
})

test('a delta has what was revoked, issued and scanned since, and nothing else', async () => {
  const before = new Date(clock().getTime() - 3_600_000)
  const old = { changed_at: before, created_at: before }
  const quiet = await ground.ticket(1, old)
  const revoked = await ground.ticket(1, old)
  const scanned = await ground.ticket(1, old)
  clock.advance(120_000)
  const { body } = await manifest()
  clock.advance(120_000)
  await sql`
    update tickets
    set ticket_status_id = 2, changed_at = ${clock()}
    where org_id = ${club.orgId}
      and ticket_id = ${revoked.ticketId}`
  await ground.scan(scanned.barcode)
  const issued = await ground.ticket(1, { changed_at: clock(), created_at: clock() })
  const delta = await manifest(`?since=${body.as_of}`)
  assert.equal(delta.body.since, body.as_of)
  const statusOf = ({ ticketId }: { ticketId: number }) =>
    delta.body.tickets.find(({ ticket_id }: { ticket_id: number }) => ticket_id === ticketId)
  assert.equal(statusOf(revoked).ticket_status_id, 2)
  assert.equal(statusOf(scanned).entries, 1)
  assert.equal(statusOf(issued).ticket_status_id, 1)
  assert.equal(statusOf(quiet), undefined)
})

test('a ticket says whose it is and where to sit, for the steward to read', async () => {
  const seat_map_id = await ground.add('seat_maps', 'seat_map_id', { title: 'Ground' })
  const section = { seat_map_id, title: 'N2' }
  const seat_section_id = await ground.add('seat_sections', 'seat_section_id', section)
  const place = { seat_row: 'F', seat_title: '12', row_position: 1, seat_position: 12 }
  const seat_id = await ground.add('seats', 'seat_id', { seat_map_id, seat_section_id, ...place })
  const { ticketId } = await ground.ticket(1, { seat_id, ticket_name: 'Wanda Kim' })
  const { body } = await manifest()
  const { ticket_name, seat_section, seat_row, seat_title } = body.tickets.find(
    ({ ticket_id }: { ticket_id: number }) => ticket_id === ticketId,
  )
  assert.deepEqual([ticket_name, seat_section, seat_row, seat_title], ['Wanda Kim', 'N2', 'F', '12'])
})

test('a delta has members whose type, category or instalments changed, though their own row did not', async () => {
  const { orgId } = club
  const long = new Date(clock().getTime() - 3_600_000)
  const old = { changed_at: long, created_at: long }
  const rowsOf = async ({ memberId }: { memberId: number }) => {
    const [row] = await sql<{ type: number; category: number }[]>`
      select y.membership_type_id as type, y.membership_category_id as category
      from members m
      join membership_types y on y.org_id = m.org_id and y.membership_type_id = m.membership_type_id
      where m.org_id = ${orgId}
        and m.membership_member_id = ${memberId}`
    assert.ok(row)
    await sql`update membership_types set changed_at = ${long} where org_id = ${orgId} and membership_type_id = ${row.type}`
    await sql`
      update membership_categories set changed_at = ${long}
      where org_id = ${orgId} and membership_category_id = ${row.category}`
    return row
  }
  const [quiet, byType, byCategory] = [await ground.member(old), await ground.member(old), await ground.member(old)]
  const { userId: user_id } = await addCustomer(house, club)
  const membership_order_id = await addMembershipOrder(house, club, user_id, 100)
  const due = instalmentOf(membership_order_id, { amount_minor: 100, due_at: long, ...old })
  const debtId = await ground.add('debts', 'debt_id', due)
  const paying = await ground.member({ ...old, user_id, membership_order_id })
  await rowsOf(quiet)
  await rowsOf(paying)
  const { type } = await rowsOf(byType)
  const { category } = await rowsOf(byCategory)
  clock.advance(120_000)
  const { body } = await manifest()
  clock.advance(120_000)
  const patch = (path: string, change: object) =>
    house.call('PATCH', `/v1/manage/${path}`, { key: club.key, body: change })
  assert.equal((await patch(`membership_types/${type}`, { game_day_access: 0 })).status, 200)
  assert.equal((await patch(`membership_categories/${category}`, { title: 'Renamed' })).status, 200)
  await sql`
    update debts
    set settled_minor = amount_minor, closed_at = ${clock()}, changed_at = ${clock()}
    where org_id = ${orgId}
      and debt_id = ${debtId}`
  const delta = await manifest(`?since=${body.as_of}`)
  type Told = { membership_member_id: number; game_day_access: boolean; overdue_from: number | null }
  const memberOf = ({ memberId }: { memberId: number }): Told | undefined =>
    delta.body.members.find((member: Told) => member.membership_member_id === memberId)
  assert.equal(memberOf(byType)?.game_day_access, false)
  assert.ok(memberOf(byCategory))
  assert.equal(memberOf(paying)?.overdue_from, null)
  assert.equal(memberOf(quiet), undefined)
})

test('a scan that is uploaded late is in the delta, though it was made long before', async () => {
  const before = new Date(clock().getTime() - 3_600_000)
  const { barcode, ticketId } = await ground.ticket(1, { changed_at: before, created_at: before })
  const { body } = await manifest()
  clock.advance(300_000)
  const device_time = clock().getTime() / 1000
  const scan = { event_id: eventId, gate_id: gates[0], barcode, direction: 'entry', result: 'admitted', nonce: 'late' }
  const scans = [{ ...scan, scanned_at: device_time - 7200 }]
  await house.call('POST', '/v1/gate/scans/batch', { key: keys[1], body: { device_time, scans } })
  const delta = await manifest(`?since=${body.as_of}`)
  assert.equal(find(delta.body.tickets, ticketId).length, 1)
})

test('it is compressed for a client that accepts that, and only then', async () => {
  const plain = await manifest()
  const response = await house.app.inject({
    url: `/v1/gate/events/${eventId}/manifest`,
    headers: { authorization: `Bearer ${keys[0]}`, 'accept-encoding': 'br, gzip' },
  })
  assert.equal(response.headers['content-encoding'], 'gzip')
  assert.deepEqual(JSON.parse(gunzipSync(response.rawPayload).toString()), plain.body)
  assert.equal((await manifest('', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'], undefined)
})

test('today’s events are listed with the gates that this device may scan at', async () => {
  await ground.openEvent({ event_status_id: 0 })
  const { body } = await house.call('GET', '/v1/gate/events', { key: keys[0] })
  assert.deepEqual(
    body.data.map(({ event_id }: { event_id: string }) => event_id),
    [String(eventId)],
  )
  assert.equal(body.data[0].gates.length, 2)
})

test('the manifest of an event that does not exist, or is another organisation’s, is not found', async () => {
  const stranger = await house.key((await house.organisation()).orgId, { kind: 'gk' })
  const path = `/v1/gate/events/${eventId}/manifest`
  assert.equal((await house.call('GET', path, { key: stranger })).status, 404)
  assert.equal((await house.call('GET', `/v1/gate/events/${NOTHING}/manifest`, { key: keys[0] })).status, 404)
  assert.equal((await house.call('HEAD', path, { key: keys[0] })).status, 200)
})
