import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { shopOf } from '../builders/baskets.ts'
import { openGround } from '../builders/grounds.ts'
import { addMembershipOrder, instalmentOf } from '../builders/instalments.ts'
import { addOffer } from '../builders/prices.ts'
import { axe, browserTest, visit } from './browser.ts'
import { pictureAnswer, small, writeAnswerSheets } from './scan-pictures.ts'
import { answered, newDevice, setUp, supervisorCode, typeCodes } from './scanner.ts'
import { handCamera, holdUp } from './scanner-fakes.ts'
import { openShopServer } from './shop-server.ts'

/* What a steward says next, answer by answer. */

const server = await openShopServer()
const { origin, club, sql } = server
const ground = await openGround(server, club)
const [gate, otherGate] = ['North gate', 'South gate']
const manage = (method: string, path: string, body: object = {}) =>
  server.call(method, `/v1/manage${path}`, { key: club.key, body })
await manage('PATCH', `/gates/${ground.gates[0]}`, { name: gate, directions: 'Behind the main stand' })
await manage('PATCH', `/gates/${ground.gates[1]}`, { name: otherGate, directions: 'To your left, past the club shop' })

const shop = shopOf(server, { key: server.shopKey })

/** An instalment of theirs was due a minute ago. */
async function owes(memberId: number): Promise<void> {
  const [{ user_id = 0 } = {}] = await sql<{ user_id: number }[]>`
    select user_id
    from members
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
  const orderId = await addMembershipOrder(server, club, user_id, 200)
  const due_at = new Date(Date.now() - 60_000)
  await ground.add('debts', 'debt_id', instalmentOf(orderId, { amount_minor: 100, due_at }))
  await sql`
    update members
    set membership_order_id = ${orderId}, membership_member_status_id = 2
    where org_id = ${club.orgId}
      and membership_member_id = ${memberId}`
}

/** Everything that an answer says is on a small phone's screen without scrolling, but for what stands below the advice. */
const isOnScreen = (page: Page, text: string) =>
  page
    .getByText(text)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })

test('each answer says what a steward says next, in the size of the screen', {
  ...browserTest,
  timeout: 180_000,
}, async () => {
  const southOnly = await ground.offer(1)
  await sql`
    insert into price_category_gates (org_id, price_category_id, gate_id, created_at)
    values (${club.orgId}, ${southOnly.price_category_id}, ${ground.gates[1]}, now())`
  const childOffer = await ground.offer(1)
  await manage('PATCH', `/prices/${childOffer.price_id}`, { concession: 'child', gate_check: 'Under 16' })
  const studentOffer = await ground.offer(1)
  await manage('PATCH', `/prices/${studentOffer.price_id}`, { concession: 'concession', gate_check: 'Student card' })
  const { priceId } = await addOffer(server, club, { eventId: ground.eventId, capacity: 10 })
  const { body: order } = await shop.checkOut(await shop.fill(priceId, 1))
  const { body: bought } = await server.call('GET', `/v1/orders/${order.order_id}`, { key: club.key })
  const back = await ground.member()
  const owing = await ground.member()
  await owes(owing.memberId)
  const cupOffer = await ground.offer(1, await ground.openEvent({ title: 'Cup final' }))
  const ticket = async (...args: Parameters<typeof ground.ticket>) => (await ground.ticket(...args)).barcode
  const plain = await ticket(2, { ticket_name: 'Ada Okafor' })
  const used = await ticket(1)
  const together = await ground.offer(1)
  const [family = ''] = [await ticket(1, {}, together), await ticket(1, {}, together), await ticket(1, {}, together)]
  const stops: [name: string, barcode: string, result: string, says: string[]][] = [
    ['wrong-gate', await ticket(1, {}, southOnly), 'wrong_gate', [otherGate, 'To your left, past the club shop']],
    ['wrong-event', await ticket(1, {}, cupOffer), 'wrong_event', ['Cup final']],
    ['replaced', await ticket(1, { ticket_status_id: 4 }), 'blocked', ['This code was replaced']],
    ['no-entry', await ticket(0), 'blocked', ['Not for entry']],
    ['no-access', (await ground.member({}, { access: false })).barcode, 'blocked', ['No match access']],
    ['cancelled', await ticket(1, { ticket_status_id: 2 }), 'cancelled', ['Cancelled']],
    ['refunded', await ticket(1, { ticket_status_id: 3 }), 'refunded', ['Refunded']],
    ['unpaid', await ticket(1, { ticket_status_id: 0 }), 'unpaid', ['Not paid']],
    [
      'too-early',
      await ticket(1, { valid_from: new Date(Date.now() + 3_600_000) }),
      'not_yet_valid',
      ['Too early', 'From '],
    ],
    ['expired', await ticket(1, { valid_until: new Date(Date.now() - 3_600_000) }), 'expired', ['No longer valid']],
    ['overdue', owing.barcode, 'overdue', ['Instalment overdue']],
    ['unknown', 'nobody’s', 'unknown', ['Unknown code']],
    ['used', used, 'already_used', ['Already used']],
  ]
  const { code } = await newDevice(server, club, 'North 1')
  const { page, context, complaints } = await visit(origin, { viewport: small, hasTouch: true, isMobile: true })
  await context.addInitScript(handCamera)
  await context.addInitScript(() => {
    // An admission would be gone in a moment, and cannot be looked at.
    const set = globalThis.setTimeout
    const LET_THROUGH_MS = 2_500
    globalThis.setTimeout = ((work: () => void, ms?: number) =>
      ms === LET_THROUGH_MS ? 0 : set(work, ms)) as typeof globalThis.setTimeout
  })
  await setUp(page, origin, code, gate)
  const findings: string[] = []
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  const look = async (name: string) => {
    findings.push(...(await axe(page)))
    await pictureAnswer(page, name)
  }
  await holdUp(page, plain)
  await answered(page, 'admitted')
  await look('welcome')
  await next()
  await look('watch-entry')
  await holdUp(page)
  await typeCodes(page, [await ticket(1, {}, childOffer)])
  await page.getByRole('heading', { name: 'Welcome Check: child' }).waitFor()
  assert.ok(await isOnScreen(page, 'Under 16'))
  await look('check-child')
  await next()
  await typeCodes(page, [await ticket(1, {}, studentOffer)])
  await page.getByRole('heading', { name: 'Welcome Check: concession' }).waitFor()
  assert.ok(await isOnScreen(page, 'Student card'))
  await look('check-concession')
  await next()
  await typeCodes(page, [family])
  await answered(page, 'admitted')
  for (const text of ['1 of 3', 'Let in the other 2']) assert.ok(await isOnScreen(page, text), text)
  await look('family')
  await next()
  await typeCodes(page, [back.barcode])
  await answered(page, 'admitted')
  await next()
  await typeCodes(page, [back.barcode])
  await answered(page, 'not_exited')
  assert.ok(await isOnScreen(page, 'Already inside'))
  await look('not-exited')
  await next()
  await typeCodes(page, [used])
  await answered(page, 'admitted')
  await next()
  for (const [name, barcode, result, says] of stops) {
    await typeCodes(page, [barcode])
    await answered(page, result)
    for (const text of says) assert.ok(await isOnScreen(page, text), `${name}: ${text}`)
    await look(name)
    if (name !== stops.at(-1)?.[0]) await next()
  }
  await next()
  await manage('PATCH', `/events/${ground.eventId}`, { rotating_barcodes: true })
  await page.getByRole('button', { name: 'More' }).click()
  const fetched = page.waitForResponse(/\/manifest/)
  await page.getByRole('button', { name: 'Upload and fetch now' }).click()
  await fetched
  await page.getByRole('button', { name: 'Close' }).click()
  await typeCodes(page, [bought.tickets[0].barcode])
  await answered(page, 'stale_code')
  assert.ok(await isOnScreen(page, 'Copy or old screenshot'))
  await look('stale-code')
  await page.getByRole('button', { name: 'Let in anyway' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Emergency or first aid').check()
  await dialog.getByLabel('Supervisor’s code').fill(await supervisorCode(server, club, ground.eventId))
  await dialog.getByRole('button', { name: 'Let in anyway' }).click()
  await page.getByRole('heading', { name: 'Welcome Let in by the supervisor' }).waitFor()
  await look('override')
  await next()
  await manage('POST', `/gates/${ground.gates[0]}/close`)
  await typeCodes(page, [await ticket(1)])
  await answered(page, 'wrong_gate')
  for (const text of ['This gate is closed', otherGate]) assert.ok(await isOnScreen(page, text), text)
  await look('gate-closed')
  await next()
  await page.getByRole('radio', { name: 'Exit' }).check()
  await holdUp(page, plain)
  await answered(page, 'exit')
  await look('exit')
  await next()
  await look('watch-exit')
  await writeAnswerSheets(page)
  assert.deepEqual([findings, complaints], [[], []])
  await context.close()
})
