import assert from 'node:assert/strict'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import type { House, Tenant } from '../harness/house.ts'
import { shopOf } from './baskets.ts'
import { grace, membershipsOf } from './membership-sale.ts'
import { addSeatedOffer } from './prices.ts'
import { addSeatMap } from './seat-maps.ts'

/** A season that runs, whose members renew into the next one, and both with a match on the same map. */
export async function openSeasons(house: House, club: Tenant, { seats = 4 } = {}) {
  const { addType } = membershipsOf(house, club)
  const shop = shopOf(house, club)
  const manage = async (method: string, path: string, body?: object) => {
    const answer = await house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
    assert.ok(answer.status < 300, answer.text)
    return answer.body
  }
  const dayIn = (days: number) => new Date(house.clock().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const unixIn = (days: number) => Math.floor(house.clock().getTime() / 1000) + days * 86_400
  const map = await addSeatMap(house, club, { rows: 1, seats })
  const newSeason = (from: number, until: number, more: object = {}) =>
    manage('POST', 'seasons', {
      title: `From ${from}`,
      seat_map_id: map.seatMapId,
      first_day: dayIn(from),
      last_day: dayIn(until),
      ...more,
    })
  const matchIn = async (seasonId: number, days: number) => {
    const offer = await addSeatedOffer(house, club, map)
    const { eventId } = offer
    await manage('PATCH', `events/${eventId}`, { event_start_unix: unixIn(days), season_ids: [seasonId] })
    return offer
  }
  const current = await newSeason(-200, 60, { takes_new_events: false, event_ids: [] })
  const next = await newSeason(61, 400, { takes_new_events: false, event_ids: [] })
  const match = await matchIn(next.season_id, 100)
  const seated = { term: null, seating: 'required', offer_auto_renew: 1 }
  const nextTypeId = await addType({ ...seated, season_id: next.season_id })
  const typeId = await addType({ ...seated, season_id: current.season_id, renewal_type_id: nextTypeId })
  let members = 0
  /** Buys the seat for the season that runs; the member is the answer. */
  const join = async (seat: number, more: object = {}): Promise<number> => {
    members += 1
    const item = { membership_type_id: typeId, member: grace, seat_id: map.seatIds[seat], ...more }
    const { body: basket, text } = await shop.open({ items: [item] })
    assert.equal(basket.status, 'open', text)
    const customer = { email: `holder-${members}@example.org`, first_name: 'Grace', last_name: 'Okafor' }
    const { body } = await shop.checkOut(basket.id, { customer })
    assert.equal(body.status, 'confirmed', JSON.stringify(body))
    return body.memberships[0].membership_member_id
  }
  return {
    map,
    match,
    currentId: current.season_id as number,
    nextId: next.season_id as number,
    typeId,
    nextTypeId,
    manage,
    unixIn,
    matchIn,
    join,
    /** The next season follows, and keeps seats for so many days. */
    follow: (days: number, more: object = {}) =>
      manage('PATCH', `seasons/${next.season_id}`, {
        follows_season_id: current.season_id,
        seats_kept_until_unix: unixIn(days),
        ...more,
      }),
    season: () => manage('GET', `seasons/${next.season_id}`),
    /** Seats that are taken in the next season, as staff see them. */
    seats: async () => (await manage('GET', `seasons/${next.season_id}/seats`)).data,
    seatOf: (seat: number) => map.seatIds[seat] ?? 0,
  }
}
