import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGround } from '../../../tests/builders/grounds.ts'
import { addMembershipOrder, instalmentOf } from '../../../tests/builders/instalments.ts'
import { NOTHING, unique } from '../../../tests/builders/rows.ts'
import { openHouse } from '../../../tests/harness/house.ts'

const house = await openHouse()
const club = await house.organisation()
const ground = await openGround(house, club)
const { scan, result, ticket, member, gates } = ground

test('a ticket is admitted once; the second gate is told where it was used', async () => {
  const { barcode, ticketId } = await ticket()
  const first = await scan(barcode)
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.result, 'admitted')
  assert.equal(first.body.ticket.ticket_id, ticketId)
  assert.equal(first.body.ticket.ticket_name, 'Ada Okafor')
  assert.equal(first.body.message, 'Welcome.')
  const second = await scan(barcode, { gate: 1 })
  assert.equal(second.body.result, 'already_used')
  assert.equal(second.body.previous.gate_id, gates[0])
})

test('the same nonce gets the first answer again, whatever came between, and nothing is recorded', async () => {
  const { barcode } = await ticket(2)
  const first = await scan(barcode, { nonce: 'again' })
  await scan(barcode, { direction: 'exit' })
  const again = await scan(barcode, { nonce: 'again' })
  assert.deepEqual(again.body, first.body)
  const [row] = await house.sql`
    select entries, exits
    from ticket_admissions
    where org_id = ${club.orgId}
      and ticket_id = ${first.body.ticket.ticket_id}`
  assert.deepEqual(row && { ...row }, { entries: 1, exits: 1 })
})

test('re-entry needs an exit, and unlimited needs nothing', async () => {
  const once = await ticket(2)
  assert.equal(await result(once.barcode), 'admitted')
  assert.equal(await result(once.barcode), 'not_exited')
  assert.equal(await result(once.barcode, { direction: 'exit' }), 'exit')
  assert.equal(await result(once.barcode), 'admitted')
  const always = await ticket(3)
  for (let n = 0; n < 3; n += 1) assert.equal(await result(always.barcode), 'admitted')
})

test('a refused scan is recorded, and so is an unknown barcode', async () => {
  const barcode = unique('nobody')
  const { body } = await scan(barcode)
  assert.equal(body.result, 'unknown')
  assert.equal(body.ticket, null)
  const rows = await house.sql`
    select result, barcode
    from scans
    where org_id = ${club.orgId}
      and scan_id = ${body.scan_id}`
  assert.deepEqual({ ...rows[0] }, { result: 'unknown', barcode })
})

test('a barcode that was typed in small letters, with a space, is found', async () => {
  const { barcode, memberId } = await member()
  const { body } = await scan(` ${barcode.toLowerCase()} `)
  assert.equal(body.result, 'admitted')
  assert.equal(body.member.membership_member_id, memberId)
})

test('each ticket.scanned is written with its scan, and carries what the gate was told', async () => {
  const { barcode } = await ticket()
  const { body } = await scan(barcode)
  const { body: refused } = await scan(barcode)
  const messages = await house.sql<{ payload: { type: string; data: { scan: Record<string, unknown> } } }[]>`
    select payload::json as payload
    from webhook_messages
    where org_id = ${club.orgId}
    order by message_id desc
    limit 2`
  const scans = messages.map(({ payload }) => payload.data.scan).reverse()
  for (const [index, answer] of [body, refused].entries()) {
    const { message: _message, previous: _previous, guidance: _guidance, notice: _notice, ...told } = answer
    assert.deepEqual(scans[index], told)
    assert.equal(messages[index]?.payload.type, 'ticket.scanned')
  }
})

test('each state of a ticket has its own refusal, and none keeps a fan in', async () => {
  const results = []
  for (const status of [2, 3, 4]) {
    const { barcode } = await ticket(1, { ticket_status_id: status })
    results.push(await result(barcode))
    assert.equal(await result(barcode, { direction: 'exit' }), 'exit')
  }
  assert.deepEqual(results, ['cancelled', 'refunded', 'blocked'])
  assert.equal(await result((await ticket(0)).barcode), 'blocked')
})

test('a member is let in by a paid membership with game-day access, and comes back after an exit', async () => {
  const good = await member()
  assert.equal(await result(good.barcode), 'admitted')
  assert.equal(await result(good.barcode, { gate: 1 }), 'not_exited')
  assert.equal(await result(good.barcode, { direction: 'exit' }), 'exit')
  assert.equal(await result(good.barcode), 'admitted')
  assert.equal(await result((await member({}, { access: false })).barcode), 'blocked')
  assert.equal(await result((await member({ membership_member_status_id: 0 })).barcode), 'unpaid')
  assert.equal(await result((await member({ membership_member_status_id: 3 })).barcode), 'cancelled')
  assert.equal(await result((await member({ expires: new Date(house.clock().getTime() - 1000) })).barcode), 'expired')
})

test('an instalment that is past due keeps a member out until it is paid', async () => {
  const { barcode, memberId } = await member({ membership_member_status_id: 2 })
  const { sql } = house
  const [{ user_id = 0 } = {}] = await sql<{ user_id: number }[]>`
    select user_id
    from members
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  const membership_order_id = await addMembershipOrder(house, club, user_id, 200)
  const due_at = new Date(house.clock().getTime() - 1000)
  const instalment = instalmentOf(membership_order_id, { amount_minor: 100, due_at })
  const debtId = await ground.add('debts', 'debt_id', instalment)
  await sql`
    update members
    set membership_order_id = ${membership_order_id}
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  assert.equal(await result(barcode), 'overdue')
  await sql`
    update debts
    set settled_minor = amount_minor, closed_at = ${house.clock()}
    where org_id = ${club.orgId}
      and debt_id = ${debtId}`
  assert.equal(await result(barcode), 'admitted')
})

test('a category enters by its own gates, and a device scans at its own', async () => {
  const offer = await ground.offer()
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id)
    values (${club.orgId}, ${offer.price_category_id}, ${gates[1]})`
  const { barcode } = await ticket(1, {}, offer)
  assert.equal(await result(barcode), 'wrong_gate')
  assert.equal(await result(barcode, { gate: 1 }), 'admitted')
  const bound = await house.call('POST', '/v1/manage/devices', {
    key: club.key,
    body: { name: 'North', gate_ids: [gates[0]] },
  })
  const enrolled = await house.call('POST', '/v1/gate/enrol', { body: { code: bound.body.enrolment_code } })
  const key = enrolled.body.secret
  const other = await ticket()
  assert.equal(await result(other.barcode, { key, gateId: gates[1] }), 'wrong_gate')
  assert.equal(await result(other.barcode, { key, gateId: gates[0] }), 'admitted')
})

test('a ticket of another event, and a gate of another venue, are the wrong ones', async () => {
  const elsewhere = await ground.openEvent()
  const { barcode } = await ticket()
  assert.equal(await result(barcode, { eventId: elsewhere }), 'wrong_event')
  const gateId = await ground.add('gates', 'gate_id', {
    venue_id: await ground.add('venues', 'venue_id', { name: 'Hill Park' }),
    name: 'Hill gate',
  })
  assert.equal(await result(barcode, { gateId }), 'wrong_gate')
})

test('an event or a gate that does not exist is not found, and a secret key may not scan', async () => {
  const { barcode } = await ticket()
  assert.equal((await scan(barcode, { eventId: NOTHING })).status, 404)
  assert.equal((await scan(barcode, { gateId: NOTHING })).body.error.param, 'gate_id')
  assert.equal((await scan(barcode, { key: club.key })).body.error.code, 'scope_missing')
  const other = await house.organisation()
  const key = await house.key(other.orgId, { kind: 'gk' })
  assert.equal((await scan(barcode, { key })).status, 404)
})

test('a holder whom a steward found is held to the rules for their code, and the log says that it was not read', async () => {
  const { ticketId, barcode } = await ticket()
  const found = { barcode: undefined, ticket_id: ticketId }
  assert.equal(await result('', { more: found }), 'admitted')
  assert.equal(await result('', { more: found }), 'already_used')
  assert.equal(await result(barcode), 'already_used')
  const { memberId } = await member()
  assert.equal(await result('', { more: { barcode: undefined, membership_member_id: memberId } }), 'admitted')
  const log = await house.call('GET', `/v1/events/${ground.eventId}/scans`, { key: club.key })
  const ofTicket = log.body.data.filter((each: { ticket_id: number }) => each.ticket_id === ticketId)
  assert.deepEqual(
    ofTicket.map(({ by_search, barcode: logged }: { by_search: boolean; barcode: string }) => [by_search, logged]),
    [
      [false, barcode],
      [true, barcode],
      [true, barcode],
    ],
  )
})

test('a scan names its holder in one way', async () => {
  const { ticketId, barcode } = await ticket()
  const none = await scan('', { more: { barcode: undefined } })
  assert.deepEqual([none.status, none.body.error.code, none.body.error.param], [400, 'parameter_missing', 'barcode'])
  const both = await scan(barcode, { more: { ticket_id: ticketId } })
  assert.deepEqual([both.status, both.body.error.param], [400, 'ticket_id'])
})

test('by number a scanner is told of no holder whom its manifest does not name', async () => {
  const byNumber = async (number: object, asked: object = {}) =>
    (await scan('', { ...asked, more: { barcode: undefined, ...number } })).status
  const elsewhere = await ticket(1, {}, await ground.offer(1, await ground.openEvent()))
  const withoutAccess = await member({}, { access: false })
  const other = await openGround(house, await house.organisation())
  const foreign = await other.ticket()
  for (const ticket_id of [elsewhere.ticketId, foreign.ticketId, NOTHING])
    assert.equal(await byNumber({ ticket_id }), 404)
  assert.equal(await byNumber({ membership_member_id: withoutAccess.memberId }), 404)

  const south = await ground.offer(1)
  await house.sql`
    insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
    values (${club.orgId}, ${south.price_category_id}, ${gates[1]}, ${house.clock()})`
  const { ticketId } = await ticket(1, {}, south)
  const bound = async (gateId: number) => {
    const body = { name: unique('Scanner'), gate_ids: [gateId] }
    const { body: device } = await house.call('POST', '/v1/manage/devices', { key: club.key, body })
    const enrolled = await house.call('POST', '/v1/gate/enrol', { body: { code: device.enrolment_code } })
    return enrolled.body.secret as string
  }
  assert.equal(await byNumber({ ticket_id: ticketId }, { key: await bound(gates[0]) }), 404)
  assert.equal(await byNumber({ ticket_id: ticketId }, { key: await bound(gates[1]), gate: 1 }), 200)
})
