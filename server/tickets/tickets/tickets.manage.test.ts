import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { lastMessage } from '../../../tests/builders/records.ts'
import { addSeatMap } from '../../../tests/builders/seat-maps.ts'
import { whileUncommitted } from '../../../tests/harness/awaited-lock.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { readTicketCode } from './ticket-code.ts'

const house = await openHouse()
const { sql } = house
const club = await house.organisation()
const offer = await addOffer(house, club)
const grace = { ticket_name: 'Grace Ito', email_address: 'grace@example.com' }

const send = (method: string, path: string, body?: object, headers = {}) =>
  house.call(method, `/v1/manage/tickets${path}`, { key: club.key, headers, ...(body ? { body } : {}) })
const newTicket = async () => (await addOrder(house, club, offer)).ticketId

const ticketsOf = (orderId: number) => sql<{ ticket_id: number; ticket_status_id: number; revision: number }[]>`
  select ticket_id, ticket_status_id, revision
  from tickets
  where org_id = ${club.orgId}
    and order_id = ${orderId}
  order by ticket_id`

test('a holder is renamed and the barcode stays', async () => {
  const { ticketId, barcode } = await addOrder(house, club, offer)
  const { status, body } = await send('PATCH', `/${ticketId}`, grace)
  assert.equal(status, 200)
  assert.deepEqual([body.ticket_name, body.email_address, body.barcode], ['Grace Ito', 'grace@example.com', barcode])
  const [entry] = await sql`
    select after
    from audit_log
    where org_id = ${club.orgId}
      and action = 'ticket.changed'
      and object_id = ${String(ticketId)}`
  assert.deepEqual([entry?.after.ticket_name, entry?.after.email_address], ['[personal]', '[personal]'])
})

test('a transfer makes a ticket for the new holder and revokes the old barcode', async () => {
  const { orderId, ticketId, barcode } = await addOrder(house, club, offer)
  const { status, body } = await send('POST', `/${ticketId}/transfer`, grace)
  assert.equal(status, 200)
  assert.deepEqual(
    [body.ticket_name, body.email_address, body.replaces_ticket_id, body.ticket_status_id, body.price],
    ['Grace Ito', 'grace@example.com', ticketId, 1, 25],
  )
  assert.notEqual(body.barcode, barcode)
  const code = readTicketCode(body.barcode)
  assert.deepEqual([code?.ticketId, code?.eventId, code?.revision], [body.ticket_id, offer.eventId, 1])
  assert.deepEqual(
    (await ticketsOf(orderId)).map((row) => [row.ticket_id, row.ticket_status_id, row.revision]),
    [
      [ticketId, 4, 0],
      [body.ticket_id, 1, 1],
    ],
  )
  const message = await lastMessage(house, club)
  assert.equal(message.type, 'ticket.transferred')
  assert.equal(message.data?.ticket?.ticket_id, body.ticket_id)
  assert.equal(message.data?.replaced_ticket?.barcode, barcode)
})

test('the audit log tells of a transfer without a barcode or a name', async () => {
  const ticketId = await newTicket()
  await send('POST', `/${ticketId}/transfer`, grace)
  const [entry] = await sql<{ action: string; before: object; after: object }[]>`
    select action, before, after
    from audit_log
    where org_id = ${club.orgId}
      and object_id = ${String(ticketId)}`
  assert.equal(entry?.action, 'ticket.transferred')
  assert.doesNotMatch(JSON.stringify(entry), /Grace|grace|barcode/)
})

test('a re-issued ticket keeps its holder and gets a new barcode', async () => {
  const { ticketId, barcode } = await addOrder(house, club, offer)
  await send('PATCH', `/${ticketId}`, grace)
  const { body } = await send('POST', `/${ticketId}/reissue`)
  assert.deepEqual([body.ticket_name, body.replaces_ticket_id], ['Grace Ito', ticketId])
  assert.notEqual(body.barcode, barcode)
  const again = await send('POST', `/${body.ticket_id}/reissue`)
  assert.equal(readTicketCode(again.body.barcode)?.revision, 2)
})

test('the seat goes along', async () => {
  const { seatId } = await addSeatMap(house, club)
  const ticketId = await newTicket()
  await sql`
    update tickets
    set seat_id = ${seatId}
    where org_id = ${club.orgId}
      and ticket_id = ${ticketId}`
  await sql`
    insert into seat_claims (org_id, event_id, seat_id, ticket_id)
    values (${club.orgId}, ${offer.eventId}, ${seatId}, ${ticketId})`
  const { body } = await send('POST', `/${ticketId}/transfer`, grace)
  assert.equal(body.seat_id, seatId)
  const claims = await sql`
    select ticket_id
    from seat_claims
    where org_id = ${club.orgId}
      and seat_id = ${seatId}`
  assert.deepEqual([...claims], [{ ticket_id: body.ticket_id }])
})

test('only an active ticket is renamed, transferred or re-issued', async () => {
  const ticketId = await newTicket()
  assert.equal((await send('POST', `/${ticketId}/transfer`, grace)).status, 200)
  for (const [method, path, body] of [
    ['PATCH', '', grace],
    ['POST', '/transfer', grace],
    ['POST', '/reissue', undefined],
  ] as const) {
    const { status, body: refused } = await send(method, `/${ticketId}${path}`, body)
    assert.deepEqual([status, refused.error?.code], [409, 'state_conflict'])
    assert.match(refused.error?.message, /replaced/)
  }
})

test('a ticket on which its holder has entered cannot change hands', async () => {
  const ticketId = await newTicket()
  await sql`
    insert into ticket_admissions (org_id, ticket_id, entries, exits, inside)
    values (${club.orgId}, ${ticketId}, 1, 1, false)`
  const { status, body } = await send('POST', `/${ticketId}/transfer`, grace)
  assert.deepEqual([status, body.error?.message], [409, 'The ticket has been used to enter.'])
})

test('of two transfers at the same moment one succeeds', async () => {
  const { orderId, ticketId } = await addOrder(house, club, offer)
  const answers = await Promise.all(Array.from({ length: 4 }, () => send('POST', `/${ticketId}/transfer`, grace)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
  assert.equal((await ticketsOf(orderId)).length, 2)
})

test('a transfer that waits for a cancellation sees it', async () => {
  const { orderId, ticketId } = await addOrder(house, club, offer)
  const { status, body } = await whileUncommitted(
    sql,
    (tx) => tx`
      update tickets
      set ticket_status_id = 2
      where org_id = ${club.orgId}
        and ticket_id = ${ticketId}`,
    () => send('POST', `/${ticketId}/transfer`, grace),
  )
  assert.deepEqual([status, body.error?.message], [409, 'The ticket is cancelled.'])
  assert.equal((await ticketsOf(orderId)).length, 1)
})

test('a transfer that is repeated with its key gives the same ticket', async () => {
  const ticketId = await newTicket()
  const headers = { 'idempotency-key': 'transfer-1' }
  const first = await send('POST', `/${ticketId}/transfer`, grace, headers)
  const again = await send('POST', `/${ticketId}/transfer`, grace, headers)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual(again.body, first.body)
})

test('a transfer needs a name and an address', async () => {
  const ticketId = await newTicket()
  const { status, body } = await send('POST', `/${ticketId}/transfer`, { email_address: 'nobody' })
  assert.equal(status, 400)
  assert.deepEqual(body.error.errors.map(({ param }: { param: string }) => param).sort(), [
    'email_address',
    'ticket_name',
  ])
})

test('tickets are found by event, order, barcode and status, page by page', async () => {
  const other = await addOffer(house, club)
  const { orderId, ticketId, barcode } = await addOrder(house, club, other)
  const { ticketId: second } = await addOrder(house, club, other)
  const { body: moved } = await send('POST', `/${second}/transfer`, grace)
  const ids = async (query: string) =>
    (await send('GET', `?${query}`)).body.data.map((ticket: { ticket_id: number }) => ticket.ticket_id)
  assert.deepEqual(await ids(`event_id=${other.eventId}`), [ticketId, second, moved.ticket_id])
  assert.deepEqual(await ids(`event_id=${other.eventId}&ticket_status_id=4`), [second])
  assert.deepEqual(await ids(`order_id=${orderId}`), [ticketId])
  assert.deepEqual(await ids(`barcode=${barcode}`), [ticketId])
  const seen: number[] = []
  for (let cursor = ''; ; ) {
    const { body } = await send('GET', `?event_id=${other.eventId}&limit=1${cursor}`)
    seen.push(...body.data.map((ticket: { ticket_id: number }) => ticket.ticket_id))
    if (!body.has_more) break
    cursor = `&cursor=${body.next_cursor}`
  }
  assert.deepEqual(seen, [ticketId, second, moved.ticket_id])
})
