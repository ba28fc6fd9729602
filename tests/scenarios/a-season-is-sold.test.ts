import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { beginTerms } from '../../server/people/members/begin-terms.ts'
import { DAY_MS, HOUR_MS } from '../../server/platform/values/durations.ts'
import { openGround } from '../builders/grounds.ts'
import { addOffer, addSeatedOffer } from '../builders/prices.ts'
import { addSeason } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import { openSettlingHouse } from '../builders/settling.ts'

/**
 * A family joins for a season with seats together and a plan of ten, and takes tickets of a friendly at member prices in the same basket. A match
 * is played, one of them upgrades, one leaves, and next season is sold to the others while this one runs.
 */
const { house, club, shop } = await openSettlingHouse()
const { clock, sql } = house
const { key } = club
const ground = await openGround(house, club)
const inHours = (hours: number) => new Date(clock().getTime() + hours * HOUR_MS)
const dayIn = (days: number) =>
  inHours(24 * days)
    .toISOString()
    .slice(0, 10)
const isClean = async () => assert.deepEqual(await auditBooks(club.orgId, sql), [])

const manage = async (method: string, path: string, body?: object) => {
  const answer = await house.call(method, `/v1/manage/${path}`, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}

const NO_FEES = { service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }

type Offer = { eventId: number; priceCategoryId: number; priceId: number }
type BasketMembership = { seat: { seat_id: number } | null; due_now: number; instalments: { amount: number }[] }

/** The account of the books, by name: what was debited less what was credited, in cents; all of them together are nothing. */
async function balances(): Promise<Map<string, number>> {
  const [from, to] = [inHours(-24 * 30), inHours(24)].map((at) => Math.floor(at.getTime() / 1000))
  const { status, text } = await house.call('GET', `/v1/manage/exports/ledger.csv?unix_start=${from}&unix_end=${to}`, {
    key,
  })
  assert.equal(status, 200, text)
  const accounts = new Map<string, number>()
  for (const line of text.trim().split(/\r?\n/).slice(1)) {
    const [, , account = '', debit, credit] = line.split(',')
    const cents = Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100)
    accounts.set(account, (accounts.get(account) ?? 0) + cents)
  }
  assert.equal(
    [...accounts.values()].reduce((sum, cents) => sum + cents, 0),
    0,
    'the books balance',
  )
  return accounts
}

async function openClub() {
  const map = await addSeatMap(house, club, { rows: 2, seats: 6 })
  const days = (from: number, until: number) => ({ first_day: dayIn(from), last_day: dayIn(until) })
  const thisSeason = await addSeason(house, club, { seat_map_id: map.seatMapId, title: 'This', ...days(-1, 120) })
  const nextSeason = await addSeason(house, club, { seat_map_id: map.seatMapId, title: 'Next', ...days(150, 300) })
  const matchIn = (hours: number): Promise<Offer> =>
    addSeatedOffer(house, club, map, {
      venue_id: ground.venueId,
      starts_at: inHours(hours),
      doors_at: inHours(hours - 2),
    })
  const matches = [await matchIn(1), await matchIn(24 * 20), await matchIn(24 * 40), await matchIn(24 * 60)]
  const nextMatches = [await matchIn(24 * 160), await matchIn(24 * 200)]
  const { membership_category_id } = await manage('POST', 'membership_categories', {
    title: 'Season seats',
    membership_seat_map_id: map.seatMapId,
    game_day_access: 1,
  })
  const addType = async (title: string, season_id: number, price: number, more: object = {}): Promise<number> =>
    (await manage('POST', 'membership_types', { membership_category_id, title, season_id, price, ...more }))
      .membership_type_id
  const types = {
    adult: await addType('Adult', thisSeason, 400, { cancellation: 'by_events_left', max_members: 20 }),
    junior: await addType('Junior', thisSeason, 120, { age_until: 16 }),
    gold: await addType('Gold', thisSeason, 520),
    adultNext: await addType('Adult next', nextSeason, 420, { max_members: 20 }),
    juniorNext: await addType('Junior next', nextSeason, 130, { age_until: 17 }),
  }
  const { membership_payment_option_id } = await manage('POST', 'membership_payment_options', {
    title: 'Ten parts',
    number_of_instalments: 10,
  })
  const friendly = await addOffer(house, club, {
    event: { venue_id: ground.venueId, starts_at: inHours(1), doors_at: inHours(-1) },
    capacity: 100,
    price: { price_minor: 1250, ...NO_FEES, membership_type_id: types.adult },
  })
  return { map, matches, nextMatches, thisSeason, nextSeason, types, plan: membership_payment_option_id, friendly }
}

test('a family of four over two seasons: every map, gate, figure and cent', async () => {
  const { map, matches, nextMatches, thisSeason, nextSeason, types, plan, friendly } = await openClub()
  const [first, second] = matches
  const born = new Date(clock().getTime() - 3650 * DAY_MS).toISOString().slice(0, 10)
  const members = ['Ada', 'Ben', 'Chi', 'Dan'].map((first_name, index) => ({
    membership_type_id: index < 2 ? types.adult : types.junior,
    membership_payment_option_id: plan,
    member: { first_name, last_name: 'Okafor', ...(index < 2 ? {} : { date_of_birth: born }) },
    best_available: true,
  }))
  const tickets = { price_id: friendly.priceId, quantity: 2 }
  const { body: basket, text } = await shop.open({ items: [...members, tickets] })
  assert.equal(basket.status, 'open', text)
  const seatIds = basket.memberships.map(({ seat }: BasketMembership) => seat?.seat_id) as number[]
  const places = seatIds.map((id) => map.seatIds.indexOf(id)).sort((a, b) => a - b)
  assert.deepEqual(
    places,
    [0, 1, 2, 3].map((step) => (places[0] ?? 0) + step),
    'side by side',
  )
  assert.equal(Math.floor((places[0] ?? 0) / 6), Math.floor((places[3] ?? 0) / 6), 'in one row')
  assert.ok(basket.memberships.every(({ instalments }: BasketMembership) => instalments.length === 10))
  assert.equal(basket.due_now, 40 + 40 + 12 + 12 + 25)
  const { body: order } = await shop.checkOut(basket.id)
  assert.deepEqual(
    [order.status, order.tickets.length, order.memberships.length],
    ['confirmed', 2, 4],
    JSON.stringify(order),
  )
  await isClean()

  const ids = order.memberships.map((one: { membership_member_id: number }) => one.membership_member_id) as number[]
  const [ada = 0, ben = 0, chi = 0] = ids
  const read = (id: number) => manage('GET', `members/${id}`)
  const cards = new Map<number, string>()
  for (const id of ids) {
    const { body } = await house.call('GET', `/v1/members/${id}`, { key })
    cards.set(id, body.barcode)
    assert.equal(body.membership_member_status_id, 2)
  }
  const [friendlyTicket] = order.tickets
  const scan = (barcode: string | undefined, eventId = 0) => ground.result(barcode ?? '', { eventId })
  for (const id of ids) assert.equal(await scan(cards.get(id), first?.eventId), 'admitted')
  assert.equal(await scan(cards.get(ada), friendly.eventId), 'wrong_event', 'the friendly is not of the season')
  assert.equal(await scan(friendlyTicket.barcode, friendly.eventId), 'admitted')
  const seasonPlaces = async (of: Offer | undefined) =>
    (await manage('GET', `price_categories/${of?.priceCategoryId}`)).season as number
  for (const match of matches) assert.equal(await seasonPlaces(match), 4)
  for (const match of nextMatches) assert.equal(await seasonPlaces(match), 0)

  // The first match is over. Ben takes gold over the instalments that are open, Chi leaves by the events that are left.
  clock.advance(2 * DAY_MS)
  await manage('POST', `events/${first?.eventId}/archive`)
  const buy = async (items: object[]) => {
    const opened = await shop.open({ items })
    assert.equal(opened.status, 201, opened.text)
    const { body } = await shop.checkOut(opened.body.id)
    assert.equal(body.status, 'confirmed', JSON.stringify(body))
    return body
  }
  const upgrade = {
    membership_type_id: types.gold,
    membership_member_id: ben,
    upgrade: true,
    over_open_instalments: true,
  }
  assert.equal((await buy([upgrade])).total, 120)
  await isClean()
  await manage('PATCH', `membership_types/${types.junior}`, { cancellation: 'by_events_left' })
  const left = await manage('POST', `members/${chi}/cancellation`, { reason: 'Moves away' })
  // Three of four matches are left of 120: 90, all of it still open; 108 were, and 18 stay owed.
  assert.deepEqual([left.events_left, left.returned, left.refund_amount, left.owed_amount], [3, 90, 0, 18])
  await isClean()
  for (const match of matches.slice(1)) assert.equal(await seasonPlaces(match), 3)
  const chisSeat = (await read(chi)).membership_seat_id
  const sold = await buy([{ price_id: second?.priceId, seat_ids: [chisSeat] }])
  assert.equal(sold.tickets[0].seat_id ?? chisSeat, chisSeat)

  // Next season, to those who stay, while this one runs: the same seats.
  const staying = ids.filter((id) => id !== chi)
  const renewals = staying.map((id) => ({
    membership_type_id: id === ada || id === ben ? types.adultNext : types.juniorNext,
    membership_member_id: id,
  }))
  const next = await buy(renewals)
  assert.equal(next.total, 420 + 420 + 130)
  await isClean()
  for (const match of nextMatches) assert.equal(await seasonPlaces(match), 3)
  for (const season of [thisSeason, nextSeason]) {
    const { data } = await manage('GET', `seasons/${season}/seats`)
    assert.deepEqual(
      data.map((seat: { membership_member_id: number }) => seat.membership_member_id).sort(),
      [...staying].sort(),
    )
  }
  assert.equal((await read(ben)).type_title, 'Gold', 'this season is shown')

  // What is owed and paid, to the cent: agreed less what was given up, and what was charged.
  const chargedCents = 12_900 + Math.round(sold.total * 100) + 97_000
  const accounts = await balances()
  const owedCents = (40_000 - 4000) * 2 + (12_000 - 1200) + 1800 + 12_000
  const { data: debts } = await manage('GET', 'debts?owed_by=fan&limit=100')
  const openCents = debts.reduce((sum: number, { open }: { open: number }) => sum + Math.round(open * 100), 0)
  assert.equal(openCents, owedCents)
  assert.equal(accounts.get('receivables'), owedCents)
  assert.equal(accounts.get('test_clearing'), chargedCents)

  // A season later the cards open next season's matches, and no other.
  clock.advance(119 * DAY_MS)
  await beginTerms({ sql, clock, systemClock: clock })
  assert.equal((await read(ben)).type_title, 'Adult next')
  clock.advance(39 * DAY_MS - 2 * HOUR_MS)
  const [opening] = nextMatches
  assert.equal(await scan(cards.get(ada), opening?.eventId), 'admitted')
  assert.equal(await scan(cards.get(chi), opening?.eventId), 'cancelled')
})
