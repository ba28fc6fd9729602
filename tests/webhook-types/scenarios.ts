import { sweepBaskets } from '../../server/checkout/baskets/sweep-baskets.ts'
import { tellOverdue } from '../../server/ledger/debts/tell-overdue.ts'
import type { MessageType } from '../../server/messages/webhooks/message-types.ts'
import { failMandate } from '../../server/people/mandates/end-mandates.ts'
import { buyer, shopOf } from '../builders/baskets.ts'
import { addCustomer } from '../builders/customers.ts'
import { addEvent } from '../builders/events.ts'
import { openGround } from '../builders/grounds.ts'
import { addInstalments } from '../builders/instalments.ts'
import { joinByDebit } from '../builders/mandates.ts'
import { addMember } from '../builders/members.ts'
import { addOffer } from '../builders/prices.ts'
import { renewalPath, renewalsOf } from '../builders/renewals.ts'
import { unique } from '../builders/rows.ts'
import type { WebhookHouse } from '../builders/webhooks.ts'
import type { Answer, Tenant } from '../harness/house.ts'
import { openReceiver } from '../outside/receiver.ts'

/** Does, by the API, what the message tells of. */
type Scenario = (house: WebhookHouse, club: Tenant) => Promise<unknown>

/** How each type comes about. A type without a row here fails its test. */
export const scenarios: Record<MessageType, Scenario> = {
  'order.created': (house, club) => buy(house, club),
  'order.completed': (house, club) => buy(house, club),
  'order.cancelled': async (house, club) => {
    const order = await buy(house, club)
    await manage(house, club, 'POST', `orders/${order.order_id}/cancel`, {})
  },
  'order.refunded': async (house, club) => {
    const order = await buy(house, club)
    await manage(house, club, 'POST', `orders/${order.order_id}/refunds`, {})
  },
  'order.expired': async (house, club) => {
    const shop = shopOf(house, club)
    const { priceId } = await addOffer(house, club)
    await shop.checkOut(await shop.fill(priceId, 1), { payment_method: 'pm_test_declined' })
    house.clock.advance(3_600_000)
    await sweepBaskets(house.sql, { clock: house.clock, systemClock: house.clock })
    house.clock.set(new Date())
  },
  'ticket.issued': (house, club) => buy(house, club),
  'ticket.scanned': async (house, club) => {
    const ground = await openGround(house, club)
    const { barcode } = await ground.ticket()
    ok(await ground.scan(barcode))
  },
  'ticket.cancelled': async (house, club) => {
    const order = await buy(house, club)
    await manage(house, club, 'POST', `orders/${order.order_id}/cancel`, {})
  },
  'ticket.transferred': async (house, club) => {
    const { tickets } = await buy(house, club)
    const holder = { ticket_name: 'Bo Lindqvist', email_address: 'bo@example.org' }
    await manage(house, club, 'POST', `tickets/${tickets[0]?.ticket_id}/transfer`, holder)
  },
  'member.created': async (house, club) => {
    const body = { user_id: (await addCustomer(house, club)).userId, first_name: 'Ada', last_name: 'Okafor' }
    ok(await house.call('POST', '/v1/members', { key: club.key, body }))
  },
  'member.updated': async (house, club) => {
    await manage(house, club, 'PATCH', `members/${await addMember(house, club)}`, { first_name: 'Adaeze' })
  },
  'member.fulfilled': async (house, club) => {
    const members = [{ membership_member_id: await addMember(house, club), fulfillment_tracking_code: 'AP-17' }]
    ok(await house.call('POST', '/v1/members/fulfillments', { key: club.key, body: { members } }))
  },
  'member.renewed': async (house, club) => {
    await manage(house, club, 'POST', `members/${await addMember(house, club)}/renew`, { expires: 4_000_000_000 })
  },
  'member.cancelled': async (house, club) => {
    await manage(house, club, 'POST', `members/${await addMember(house, club)}/cancel`)
  },
  'instalment.paid': async (house, club) => {
    const { ids } = await addInstalments(house, club)
    await manage(house, club, 'POST', `instalments/${ids[0]}/record_payment`)
  },
  'debt.created': async (house, club) => {
    const { priceId } = await addOffer(house, club)
    await manage(house, club, 'POST', 'orders', { items: [{ price_id: priceId }], payment_method: 'invoice' })
  },
  'debt.settled': async (house, club) => {
    const { ids } = await addInstalments(house, club)
    await manage(house, club, 'POST', `debts/${ids[0]}/record_payment`, { payment_method: 'transfer' })
  },
  'debt.overdue': async (house, club) => {
    await addInstalments(house, club)
    house.clock.advance(1000)
    await tellOverdue({ sql: house.sql, clock: house.clock, systemClock: house.clock })
  },
  'payment.reversed': async (house, club) => {
    const { ids } = await addInstalments(house, club)
    await manage(house, club, 'POST', `debts/${ids[0]}/record_payment`, { payment_method: 'cheque' })
    await manage(house, club, 'POST', `debts/${ids[0]}/reverse`, { kind: 'returned', reason: 'The cheque bounced' })
  },
  'credit.changed': async (house, club) => {
    const { userId } = await addCustomer(house, club)
    await manage(house, club, 'POST', 'credits', { user_id: userId, amount: 10, reason: 'The floodlights failed' })
  },
  'instalment.failed': async (house, club) => {
    const { ids } = await addInstalments(house, club)
    await manage(house, club, 'POST', `instalments/${ids[0]}/record_failure`)
  },
  'mandate.given': async (house, club) => joinByDebit(house, club),
  'mandate.given_up': async (house, club) => {
    const mandateId = await joinByDebit(house, club)
    await manage(house, club, 'POST', `mandates/${mandateId}/give_up`)
  },
  'mandate.failed': async (house, club) => {
    const mandateId = await joinByDebit(house, club)
    const { sql, clock } = house
    await sql.begin((tx) => failMandate(club.orgId, tx, clock, mandateId))
  },
  'instalment.moved': async (house, club) => {
    const { ids } = await addInstalments(house, club)
    const due_on = new Date(house.clock().getTime() + 9 * 86_400_000).toISOString().slice(0, 10)
    await manage(house, club, 'POST', `instalments/${ids[0]}/move`, { due_on })
  },
  'renewal.announced': async (house, club) => {
    const { addRenewingType, join, passDays, announce } = renewalsOf(house, club)
    await join(await addRenewingType())
    passDays(340)
    await announce()
    house.clock.set(new Date())
  },
  'renewal.failed': async (house, club) => {
    const { addRenewingType, join, passDays, announce, manage } = renewalsOf(house, club)
    const typeId = await addRenewingType()
    await join(typeId)
    await manage('POST', `membership_types/${typeId}/archive`)
    passDays(340)
    await announce()
    house.clock.set(new Date())
  },
  'renewal.stopped': async (house, club) => {
    const { addRenewingType, join, passDays, announce, list } = renewalsOf(house, club)
    const memberId = await join(await addRenewingType())
    passDays(340)
    await announce()
    const [renewal] = await list(memberId)
    await house.call('POST', renewalPath(house, club, renewal.membership_renewal_id), { body: {} })
    house.clock.set(new Date())
  },
  'customer.created': (house, club) => house.raise(club),
  'customer.updated': async (house, club) => {
    const creation = await manage(house, club, 'POST', 'customers', { first_name: 'Ada' })
    await manage(house, club, 'PATCH', `customers/${creation.body.org_customer_id}`, {
      last_name: 'Okafor',
    })
  },
  'event.created': async (house, club) => {
    const body = { title: 'Final', event_start_unix: 4_000_000_000 }
    await manage(house, club, 'POST', 'events', body)
  },
  'event.updated': async (house, club) => {
    await manage(house, club, 'PATCH', `events/${await addEvent(house, club)}`, { title: 'Semi-final' })
  },
  'event.cancelled': async (house, club) => {
    const eventId = await addEvent(house, club, { event_status_id: 1 })
    await manage(house, club, 'POST', `events/${eventId}/cancel`)
  },
  'event.sold_out': (house, club) => buy(house, club, { capacity: 1, quantity: 1 }),
  'scan.conflict': async (house, club) => {
    const { eventId, gates, keys, ...ground } = await openGround(house, club)
    const { barcode } = await ground.ticket()
    const now = Math.floor(house.clock().getTime() / 1000)
    for (const index of [0, 1] as const) {
      const scan = { event_id: eventId, gate_id: gates[index], barcode, nonce: unique('offline') }
      const scans = [{ ...scan, result: 'admitted', direction: 'entry', scanned_at: now - 60 + index }]
      const body = { device_time: now, scans }
      ok(await house.call('POST', '/v1/gate/scans/batch', { key: keys[index], body }))
    }
  },
  'webhook_endpoint.disabled': async (house, club) => {
    const gone = await openReceiver(410)
    await house.endpoint(club, gone.url)
    await house.raise(club)
  },
  ping: async (house, club) => {
    const { body } = await house.call('GET', '/v1/webhook_endpoints', { key: club.key })
    const id = body.data[0].webhook_endpoint_id
    ok(await house.call('POST', `/v1/webhook_endpoints/${id}/test`, { key: club.key }))
  },
}

function ok(answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`answered ${answer.status} ${answer.text}`)
  return answer
}

const manage = async (house: WebhookHouse, { key }: Tenant, method: string, path: string, body?: object) =>
  ok(await house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) }))

type Bought = { order_id: number; tickets: { ticket_id: number }[] }

async function buy(house: WebhookHouse, club: Tenant, { capacity = 10, quantity = 2 } = {}): Promise<Bought> {
  const shop = shopOf(house, club)
  const { priceId } = await addOffer(house, club, { capacity })
  const { body } = ok(await shop.checkOut(await shop.fill(priceId, quantity), { customer: buyer }))
  return body as unknown as Bought
}
