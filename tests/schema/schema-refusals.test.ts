import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openTestDatabase } from '../harness/house.ts'
import { addClub, type Club, idOf } from './schema-club.ts'

/** What the database refuses by itself, whatever the program does. */
const { sql } = await openTestDatabase({ poolSize: 10 })
const club = await addClub(sql)
const stranger = await addClub(sql)

const CHECK = '23514'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const APPEND_ONLY = '23001'

/** A postgres.js query runs when it is awaited, so this is where it is refused. */
const refused = (work: PromiseLike<unknown>, code: string, constraint: string) =>
  assert.rejects(async () => await work, { code, constraint_name: constraint })

const succeeded = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled')

const pool = (columns: Record<string, number> = {}) =>
  club.row('price_categories', { event_id: club.eventId, title: 'Pool', capacity: 7, ...columns })

test('a pool cannot be oversold by twenty buyers who do not even look', async () => {
  const poolId = await pool()
  const takes = Array.from(
    { length: 20 },
    () => sql`
      update price_categories
      set held = held + 1
      where org_id = ${club.orgId} and price_category_id = ${poolId}`,
  )
  assert.equal(succeeded(await Promise.allSettled(takes)).length, 7)
  const sell = sql`update price_categories set sold = 1 where org_id = ${club.orgId} and price_category_id = ${poolId}`
  await refused(sell, CHECK, 'price_categories_never_oversold')
})

test('the capacity of a pool cannot fall below what is sold and held', async () => {
  const poolId = await pool({ sold: 4, held: 2 })
  const shrink = (capacity: number) => sql`
    update price_categories
    set capacity = ${capacity}
    where org_id = ${club.orgId} and price_category_id = ${poolId}`
  await shrink(6)
  await refused(shrink(5), CHECK, 'price_categories_never_oversold')
})

test('no counter falls below zero: a place cannot come back twice', async () => {
  const poolId = await pool({ held: 1 })
  const release = () => sql`
    update price_categories
    set held = held - 1
    where org_id = ${club.orgId} and price_category_id = ${poolId}`
  await release()
  await refused(release(), CHECK, 'price_categories_held_check')
})

test("a price's limit inside its pool holds, and a price without one counts nothing", async () => {
  const take = (priceId: number, places: number) => sql`
    update prices
    set held = held + ${places}
    where org_id = ${club.orgId} and price_id = ${priceId}`
  await take(club.limitedPriceId, 3)
  await refused(take(club.limitedPriceId, 1), CHECK, 'prices_never_oversold')
  await refused(take(club.priceId, 1), CHECK, 'prices_never_oversold')
})

test('a discount is not used more often than it may be', async () => {
  const discount = { basis_points: 1000, uses_max: 2, used: 2 }
  const id = await club.row('discounts', { code: 'Early', ...discount })
  const use = sql`update discounts set used = used + 1 where org_id = ${club.orgId} and discount_id = ${id}`
  await refused(use, CHECK, 'discounts_not_overused')
  await refused(club.row('discounts', { code: 'EARLY', ...discount }), UNIQUE, 'discounts_by_code')
  await stranger.row('discounts', { code: 'EARLY', ...discount })
})

test('a seat is claimed once an event', async () => {
  const ticket = { event_id: club.eventId, seat_id: club.seatId, ticket_id: await club.ticket() }
  await club.row('seat_claims', ticket)
  await refused(club.row('seat_claims', { ...ticket, ticket_id: await club.ticket() }), UNIQUE, 'seat_claims_pkey')
  await club.row('seat_claims', { ...ticket, event_id: club.otherEventId })
})

test('a seat is free again when its hold has expired or is gone, not before', async () => {
  const fresh = await addClub(sql)
  const now = Date.now()
  const lasting = await fresh.hold(new Date(now + 60_000))
  assert.equal(await claim(fresh, lasting, now), 1)
  assert.equal(await claim(fresh, await fresh.hold(), now), 0)
  assert.equal(await claim(fresh, await fresh.hold(), now + 60_000), 1)

  const [taken] = await sql<{ basket_id: string }[]>`select basket_id from seat_claims where org_id = ${fresh.orgId}`
  await sql`delete from holds where org_id = ${fresh.orgId} and basket_id = ${taken?.basket_id ?? ''}`
  assert.equal((await sql`select from seat_claims where org_id = ${fresh.orgId}`).length, 0)
})

/** How a buyer takes a seat: the insert, or the row of a hold that has expired by the buyer's own clock. */
async function claim({ orgId, eventId, seatId }: Club, hold: Awaited<ReturnType<Club['hold']>>, now: number) {
  const { count } = await sql`
    insert into seat_claims as c (org_id, event_id, seat_id, basket_id, basket_item_id, expires_at)
    values (${orgId}, ${eventId}, ${seatId}, ${hold.basketId}, ${hold.basketItemId}, ${hold.expiresAt})
    on conflict (org_id, event_id, seat_id) do update
    set basket_id = excluded.basket_id, basket_item_id = excluded.basket_item_id, expires_at = excluded.expires_at
    where c.expires_at <= ${new Date(now)}`
  return count
}

test('a basket becomes one order at most', async () => {
  const basket = { basket_id: await club.basket() }
  await club.order(basket)
  await refused(club.order(basket), UNIQUE, 'orders_one_a_basket')
})

test('an order has one payment that is open or succeeded, and may try again after a failure', async () => {
  const orderId = await club.order()
  await club.payment(orderId, { payment_status: 'failed' })
  await club.payment(orderId, { payment_status: 'unknown' })
  await refused(club.payment(orderId), UNIQUE, 'payments_one_live_an_order')
})

test('refunds never exceed what was paid, also when two are asked for at once', async () => {
  const paid = { payment_status: 'succeeded', succeeded_at: new Date() }
  const paymentId = await club.payment(await club.order(), paid)
  const refund = (minor: number) => sql`
    update payments
    set refunded_minor = refunded_minor + ${minor}
    where org_id = ${club.orgId} and payment_id = ${paymentId}`
  assert.equal(succeeded(await Promise.allSettled([refund(600), refund(600)])).length, 1)
  await refund(400)
  await refused(refund(1), CHECK, 'payments_not_overrefunded')
})

test('what was never paid cannot be refunded, nor an order beyond its total', async () => {
  const orderId = await club.order()
  await refused(club.payment(orderId, { refunded_minor: 1 }), CHECK, 'payments_not_overrefunded')
  await refused(club.order({ refunded_minor: 1001 }), CHECK, 'orders_not_overrefunded')
})

test("a ticket has the event and the price of its order's line", async () => {
  await refused(club.ticket({ price_id: club.limitedPriceId }), FOREIGN_KEY, 'tickets_as_in_line')
  await refused(club.ticket({ event_id: club.otherEventId }), FOREIGN_KEY, 'tickets_as_in_line')
})

test('a ticket is replaced once, and a barcode is given once', async () => {
  const first = await club.ticket({ ticket_status_id: 4, barcode: 'FIRST' })
  await club.ticket({ replaces_ticket_id: first })
  await refused(club.ticket({ replaces_ticket_id: first }), UNIQUE, 'tickets_replaced_once')
  await refused(club.ticket({ barcode: 'FIRST' }), UNIQUE, 'tickets_by_barcode')
  await stranger.ticket({ barcode: 'FIRST' })
})

test('a seat has one member a season, and the next season’s beside them', async () => {
  const season = { title: 'Season', first_day: '2030-01-01', last_day: '2030-12-31' }
  const [first, next] = [await club.row('seasons', season), await club.row('seasons', season)]
  const seat = async (seasonId: number) => ({
    season_id: seasonId,
    seat_id: club.seatId,
    membership_member_id: await club.member(),
  })
  await club.row('season_seats', await seat(first))
  await refused(club.row('season_seats', await seat(first)), UNIQUE, 'season_seats_pkey')
  await club.row('season_seats', await seat(next))
  const nobody = { season_id: first, seat_id: club.seatId }
  await refused(club.row('season_seats', nobody), CHECK, 'season_seats_one_claimant')
})

test('a pool never gives away more than it has, season places counted in', async () => {
  const pool = { event_id: club.eventId, title: 'Stand', capacity: 3, sold: 1, held: 1 }
  await club.row('price_categories', { ...pool, season: 1 })
  await refused(club.row('price_categories', { ...pool, season: 2 }), CHECK, 'price_categories_never_oversold')
})

test('a device scans a nonce once, and a scan is taken back once', async () => {
  const nonce = randomUUID()
  const [scan] = await club.scan({ nonce })
  await refused(club.scan({ nonce }), UNIQUE, 'scans_by_nonce')
  const annul = { result: 'annulled', annuls_scan_id: idOf(scan?.scan_id) }
  await club.scan(annul)
  await refused(club.scan(annul), UNIQUE, 'scans_annulled_once')
})

test('of twenty gates that scan one ticket at once, one admits it', async () => {
  const ticketId = await club.ticket()
  const scans = Array.from(
    { length: 20 },
    () => sql<{ result: string }[]>`
      with claim as (
        insert into ticket_admissions as a (org_id, ticket_id, entries, inside)
        values (${club.orgId}, ${ticketId}, 1, true)
        on conflict (org_id, ticket_id) do update
        set entries = a.entries + 1, inside = true
        where a.entries = 0
        returning ticket_id
      )
      insert into scans (org_id, event_id, gate_id, device_id, nonce, direction, result, barcode, ticket_id, scanned_at)
      select ${club.orgId}, ${club.eventId}, ${club.gateId}, ${club.deviceId}, gen_random_uuid()::text, 'entry',
        case when exists (select from claim) then 'admitted' else 'already_used' end, 'barcode', ${ticketId}, now()
      returning result`,
  )
  const results = (await Promise.all(scans)).map(([scan]) => scan?.result)
  assert.equal(results.filter((result) => result === 'admitted').length, 1)
  assert.equal(results.filter((result) => result === 'already_used').length, 19)
})

test('the audit log and the scans only grow, even for a superuser', async () => {
  const columns = { actor_kind: 'cli', action: 'event.create', object_type: 'event', object_id: '1' }
  await club.row('audit_log', columns)
  await club.scan()
  for (const work of [
    sql`update audit_log set action = 'event.change' where org_id = ${club.orgId}`,
    sql`delete from audit_log where org_id = ${club.orgId}`,
    sql`truncate audit_log`,
    sql`update scans set result = 'admitted' where org_id = ${club.orgId}`,
    sql`delete from scans where org_id = ${club.orgId}`,
    sql`truncate scans cascade`,
  ]) {
    await assert.rejects(async () => await work, { code: APPEND_ONLY })
  }
})

test('no role has the right to change the audit log; its owner removes what an organisation leaves behind', async () => {
  const rights = await sql<{ privilege_type: string }[]>`
    select distinct privilege_type
    from pg_class
    cross join aclexplode(coalesce(relacl, acldefault('r', relowner)))
    where relname = 'audit_log'
      and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE')`
  assert.deepEqual(rights.map(({ privilege_type }) => privilege_type).sort(), ['DELETE', 'INSERT', 'SELECT'])
})
