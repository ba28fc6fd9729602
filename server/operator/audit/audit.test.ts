import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdPlaces } from '../../../tests/builders/baskets.ts'
import { debtFaults, type Fault } from '../../../tests/builders/debt-faults.ts'
import { mandateFaults } from '../../../tests/builders/mandate-faults.ts'
import { payoutFaults } from '../../../tests/builders/payout-faults.ts'
import { taxFaults } from '../../../tests/builders/tax-faults.ts'
import { tillFaults } from '../../../tests/builders/till-faults.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDemoSeason } from '../demo/season.ts'
import { auditBooks, checks } from './audit.ts'

const house = await openHouse()
const { sql } = house
const { orgId } = await house.organisation()
await sql.plain.begin((tx) => addDemoSeason(orgId, tx, house.clock()))
const [limited] = await sql<{ price_id: number }[]>`
  select price_id
  from prices
  where org_id = ${orgId}
    and limit_places > sold + 10
  limit 1`
await holdPlaces({ sql }, { orgId }, limited?.price_id ?? 0, 4, new Date(0))
await seatSomebody()

/** A reserved seat of each kind of claimant. */
async function seatSomebody() {
  const free = await sql<{ seat_id: number }[]>`
    select s.seat_id
    from seats s
    left join season_seats z on z.org_id = s.org_id and z.seat_id = s.seat_id
    left join seat_claims c on c.org_id = s.org_id and c.seat_id = s.seat_id
    where s.org_id = ${orgId}
      and z.seat_id is null
      and c.seat_id is null
    order by s.seat_id`
  const [ticket] = await sql<{ ticket_id: number; event_id: number }[]>`
    update tickets
    set seat_id = ${free[0]?.seat_id ?? 0}
    where org_id = ${orgId}
      and ticket_id = (select min(ticket_id) from tickets where org_id = ${orgId} and ticket_status_id = 1)
    returning ticket_id, event_id`
  const eventId = ticket?.event_id ?? 0
  await sql`
    insert into seat_claims (org_id, event_id, seat_id, ticket_id)
    values (${orgId}, ${eventId}, ${free[0]?.seat_id ?? 0}, ${ticket?.ticket_id ?? 0})`
  await sql`
    insert into seat_claims (org_id, event_id, seat_id, basket_id, basket_item_id, expires_at)
    select org_id, ${eventId}, ${free[1]?.seat_id ?? 0}, basket_id, basket_item_id, expires_at
    from holds
    where org_id = ${orgId}`
}

class Undo extends Error {}

/** What the audit says while a fault is there; the fault goes again. */
async function withFault(plant: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let said: string[] = []
  const trial = sql.begin(async (tx) => {
    await plant(tx)
    said = (await auditBooks(orgId, tx)).map(({ object, field }) => `${object} ${field}`)
    throw new Undo()
  })
  await assert.rejects(trial, Undo)
  return [...new Set(said)].sort()
}

test('demo data, holds and claimed seats are as the rows say', async () => {
  assert.deepEqual(await auditBooks(orgId, sql), [])
})

const oneTicket = (tx: Tx, status: number) => tx`
  select ticket_id
  from tickets
  where org_id = ${orgId}
    and ticket_status_id = ${status}
    and seat_id is null
  limit 1`

const faults: Record<string, Fault> = {
  'a place that was sold and not counted': {
    of: 'pools',
    plant: (tx) => tx`
      update price_categories set sold = sold - 1
      where org_id = ${orgId} and price_category_id = (
        select min(price_category_id) from price_categories where org_id = ${orgId} and sold > 0
      )`,
    said: ['price_category sold'],
  },
  'a hold that went without giving its places back': {
    of: 'price limits',
    plant: (tx) => tx`delete from holds where org_id = ${orgId}`,
    said: ['price held', 'price_category held'],
  },
  'a limit that miscounts': {
    of: 'price limits',
    plant: (tx) => tx`
      update prices set sold = sold + 1 where org_id = ${orgId} and price_id = ${limited?.price_id ?? 0}`,
    said: ['price sold'],
  },
  'a ticket that vanished': {
    of: 'order lines',
    plant: (tx) => tx`
      delete from tickets t
      where t.org_id = ${orgId}
        and t.ticket_id = (
          select max(x.ticket_id)
          from tickets x
          join prices p on p.org_id = x.org_id and p.price_id = x.price_id
          left join scans s on s.org_id = x.org_id and s.ticket_id = x.ticket_id
          where x.org_id = ${orgId} and x.ticket_status_id = 1 and s.scan_id is null and p.limit_places is null and x.seat_id is null
            and x.discount_minor = 0
        )`,
    said: [
      'order_line places',
      'order_line price_minor',
      'order_line service_fee_minor',
      'order_line service_tax_minor',
      'price_category sold',
    ],
  },
  'a seat that lost its claim': {
    of: 'seats of tickets',
    plant: (tx) => tx`delete from seat_claims where org_id = ${orgId} and ticket_id is not null`,
    said: ['ticket seat_claims'],
  },
  'a claim of a ticket in another seat': {
    of: 'seat claims',
    plant: (tx) => tx`update tickets set seat_id = null where org_id = ${orgId} and seat_id is not null`,
    said: ['seat_claim ticket'],
  },
  'a claim of a season at an event that left it': {
    of: 'seat claims',
    plant: (tx) => tx`delete from season_events where org_id = ${orgId}`,
    said: ['seat_claim season'],
  },
  'a season seat that lost a claim': {
    of: 'season seats',
    plant: (tx) => tx`
      delete from seat_claims
      where org_id = ${orgId} and (event_id, seat_id) = (
        select c.event_id, c.seat_id from seat_claims c join events e on e.org_id = c.org_id and e.event_id = c.event_id
        where c.org_id = ${orgId} and c.season_id is not null and e.starts_at > now() limit 1
      )`,
    said: ['season_seat seat_claims'],
  },
  'a seat that is kept for a member who had none': {
    of: 'kept seats',
    plant: (tx) => tx`
      with following as (
        insert into seasons (org_id, seat_map_id, title, first_day, last_day)
        select ${orgId}, min(seat_map_id), 'Next season', '2030-07-01', '2031-06-30' from seats where org_id = ${orgId}
        returning season_id, seat_map_id
      )
      insert into season_seats (org_id, season_id, seat_id, kept_for_member_id, kept_until, expires_at)
      select ${orgId}, f.season_id, min(s.seat_id), (select min(membership_member_id) from members where org_id = ${orgId}),
        '2100-01-01', '2100-01-01'
      from following f join seats s on s.org_id = ${orgId} and s.seat_map_id = f.seat_map_id
      group by f.season_id`,
    said: ['season_seat kept_for_member_id'],
  },
  'a season place that was not counted': {
    of: 'pools',
    plant: (tx) => tx`
      update price_categories set season = season + 1, capacity = capacity + 1
      where org_id = ${orgId} and price_category_id = (
        select min(c.price_category_id) from price_categories c join events e on e.org_id = c.org_id and e.event_id = c.event_id
        where c.org_id = ${orgId} and e.event_status_id = 1 and e.starts_at > now()
      )`,
    said: ['price_category season'],
  },
  'a member on record in a seat that no season has for them': {
    of: 'seats of season members',
    plant: (tx) => tx`
      update members set membership_seat_id = (select min(seat_id) from seats where org_id = ${orgId})
      where org_id = ${orgId} and membership_member_id = (
        select min(membership_member_id) from members
        where org_id = ${orgId} and membership_member_status_id = 1 and membership_seat_id is null
      )`,
    said: ['member season_seats'],
  },
  'a claim that outlives its hold': {
    of: 'seat claims',
    plant: (tx) => tx`
      update seat_claims set expires_at = now() where org_id = ${orgId} and basket_item_id is not null`,
    said: ['seat_claim hold'],
  },
  'an order that asks for something else than its lines': {
    of: 'orders',
    plant: (tx) => tx`
      update orders set price_minor = price_minor + 1, service_fee_minor = service_fee_minor - 1
      where org_id = ${orgId} and order_id = (
        select min(order_id) from orders where org_id = ${orgId} and service_fee_minor > 0
      )`,
    said: ['order price_minor', 'order service_fee_minor'],
  },
  'an order that its debts have paid less of': {
    of: 'orders on account',
    plant: (tx) => tx`
      update orders set paid_minor = paid_minor - 1
      where org_id = ${orgId} and order_id = (select min(order_id) from orders where org_id = ${orgId} and paid_minor > 0)`,
    said: ['order paid_minor'],
  },
  ...debtFaults(orgId),
  ...taxFaults(orgId),
  ...mandateFaults(orgId),
  ...payoutFaults(orgId),
  ...tillFaults(orgId),
  'a ticket that is called replaced': {
    of: 'replaced tickets',
    plant: async (tx) => tx`
      update tickets set ticket_status_id = 4
      where org_id = ${orgId} and ticket_id = ${(await oneTicket(tx, 2))[0]?.ticket_id ?? 0}`,
    said: ['ticket replaced'],
  },
  'a discount that miscounts': {
    of: 'discounts',
    plant: (tx) => tx`update discounts set used = used + 1 where org_id = ${orgId}`,
    said: ['discount used'],
  },
  'a confirmed order that was not paid for': {
    of: 'payments',
    plant: (tx) => tx`
      update payments set payment_status = 'failed', succeeded_at = null
      where org_id = ${orgId} and payment_id = (
        select min(p.payment_id)
        from payments p
        where p.org_id = ${orgId} and p.order_id is not null and p.refunded_minor = 0
      )`,
    said: ['order total_minor'],
  },
  'money kept for an order that was never confirmed': {
    of: 'payments',
    plant: (tx) => tx`
      insert into payments (
        org_id, order_id, provider, idempotency_key, payment_status, amount_minor, currency, succeeded_at
      )
      select org_id, order_id, 'test', 'planted', 'succeeded', total_minor, currency, now()
      from orders
      where org_id = ${orgId} and order_status = 'expired'
      order by order_id
      limit 1`,
    said: ['order kept_minor'],
  },
  'a refund that no row tells of': {
    of: 'refunds',
    plant: (tx) => tx`
      update payments set refunded_minor = 1
      where org_id = ${orgId} and payment_id = (
        select min(payment_id)
        from payments
        where org_id = ${orgId} and order_id is not null and refunded_minor = 0 and payment_status = 'succeeded'
      )`,
    said: ['order refunded_minor', 'payment refunded_minor'],
  },
  'a refund that failed and still counts': {
    of: 'refunds',
    plant: (tx) => tx`
      update refunds set refund_status = 'failed'
      where org_id = ${orgId} and refund_id = (select min(refund_id) from refunds where org_id = ${orgId})`,
    said: ['payment refunded_minor'],
  },
  'an admission that the log does not know': {
    of: 'admissions of tickets',
    plant: (tx) => tx`
      update ticket_admissions set entries = entries + 1, inside = not inside
      where org_id = ${orgId} and ticket_id = (
        select min(ticket_id) from ticket_admissions where org_id = ${orgId}
      )`,
    said: ['ticket entries', 'ticket inside'],
  },
  'a scan that was taken back and still counts': {
    of: 'admissions of tickets',
    plant: (tx) => tx`
      insert into scans (
        org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, annuls_scan_id, scanned_at
      )
      select org_id, event_id, gate_id, device_id, 'planted', 'entry', 'annulled', barcode, ticket_id, scan_id, now()
      from scans
      where org_id = ${orgId} and result = 'admitted' and ticket_id = (
        select min(ticket_id) from ticket_admissions where org_id = ${orgId} and entries = 1 and exits = 0
      )`,
    said: ['ticket entries', 'ticket inside', 'ticket last_scanned_at'],
  },
  'a member’s admission that is lost': {
    of: 'admissions of members',
    plant: (tx) => tx`delete from member_admissions where org_id = ${orgId}`,
    said: ['member entries', 'member inside', 'member last_scanned_at'],
  },
}

for (const [name, { plant, said }] of Object.entries(faults)) {
  test(`${name} is reported`, async () => assert.deepEqual(await withFault(plant), said))
}

test('there is a fault for each check', () => {
  assert.deepEqual(
    Object.keys(checks).filter((name) => !Object.values(faults).some(({ of }) => of === name)),
    [],
  )
})

test('another organisation’s faults are its own', async () => {
  const other = await house.organisation()
  assert.deepEqual(await auditBooks(other.orgId, sql), [])
})
