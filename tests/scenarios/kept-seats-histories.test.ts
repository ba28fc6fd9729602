import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sweepBaskets } from '../../server/checkout/baskets/sweep-baskets.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { MINUTE_MS } from '../../server/platform/values/durations.ts'
import { sweepKeptSeats } from '../../server/programme/seasons/sweep-kept-seats.ts'
import { shopOf } from '../builders/baskets.ts'
import { openSeasons } from '../builders/kept-seats.ts'
import { grace } from '../builders/membership-sale.ts'
import { openSettlingHouse } from '../builders/settling.ts'
import { fc } from '../harness/chance.ts'
import type { House, Tenant } from '../harness/house.ts'

const settling = await openSettlingHouse()
const { sql, clock } = settling.house
/** Refuses much, and never fails. */
const house: House = Object.create(settling.house, {
  call: {
    value: async (...request: Parameters<House['call']>) => {
      const answer = await settling.house.call(...request)
      assert.ok(answer.status < 500, `${request[0]} ${request[1]}: ${answer.text}`)
      return answer
    },
  },
})

const SEATS = 4
const seat = fc.nat({ max: SEATS - 1 })
const of = <Kind extends string>(kind: Kind, more: object = {}) => fc.record({ kind: fc.constant(kind), seat, ...more })
const minutes = fc.constantFrom(0, 1, 30, 70, 1_440, 4_320)
const step = fc.oneof(
  of('join'),
  of('follow', { minutes }),
  of('unfollow'),
  of('fill'),
  of('pay'),
  of('abandon'),
  of('decline'),
  of('extend', { minutes }),
  of('release'),
  of('move', { to: seat }),
  of('cancel'),
  of('upgrade', { to: seat }),
  of('strangerWants'),
  of('strangerPays'),
  of('wantsTicket'),
  of('newMatch'),
  of('wait', { minutes }),
  of('sweep'),
)
type Step = { kind: string; seat: number; to?: number; minutes?: number }

type Seasons = Awaited<ReturnType<typeof openSeasons>>

/** Who has had which seat of the season that runs, and the baskets of the run; what the API refuses changes nothing. */
class Run {
  readonly club: Tenant
  readonly seasons: Seasons
  readonly shop: ReturnType<typeof shopOf>
  readonly stranger: ReturnType<typeof shopOf>
  readonly members = new Map<number, number>()
  readonly baskets = new Map<number, string>()
  readonly strangers = new Map<number, string>()
  readonly otherTypeId: number

  constructor(club: Tenant, publishable: string, seasons: Seasons, otherTypeId: number) {
    this.club = club
    this.shop = shopOf(house, club)
    this.stranger = shopOf(house, { key: publishable })
    this.seasons = seasons
    this.otherTypeId = otherTypeId
  }

  call(method: string, path: string, body?: object) {
    return house.call(method, `/v1/manage/${path}`, { key: this.club.key, ...(body ? { body } : {}) })
  }

  async take(one: Step): Promise<void> {
    const { seasons, members } = this
    const { seatOf, nextId, nextTypeId, unixIn } = seasons
    const memberId = members.get(one.seat)
    const at = (minutes = 0) => unixIn(0) + minutes * 60
    switch (one.kind) {
      case 'join': {
        if (memberId === undefined) members.set(one.seat, await seasons.join(one.seat).catch(() => 0))
        return
      }
      case 'follow': {
        await this.call('PATCH', `seasons/${nextId}`, {
          follows_season_id: seasons.currentId,
          seats_kept_until_unix: at(one.minutes),
        })
        return
      }
      case 'unfollow': {
        await this.call('PATCH', `seasons/${nextId}`, { follows_season_id: null, seats_kept_until_unix: null })
        return
      }
      case 'fill': {
        const { body } = await this.shop.open({
          items: [{ membership_type_id: nextTypeId, membership_member_id: memberId }],
        })
        if (body.status === 'open') this.baskets.set(one.seat, body.id)
        return
      }
      case 'pay': {
        await this.shop.checkOut(this.baskets.get(one.seat) ?? 'bsk_none')
        return
      }
      case 'abandon': {
        await this.shop.call('DELETE', `/v1/baskets/${this.baskets.get(one.seat) ?? 'bsk_none'}`)
        return
      }
      case 'decline': {
        await this.call('POST', `seasons/${nextId}/kept_seats/${memberId ?? 1}/decline`)
        return
      }
      case 'extend': {
        await this.call('POST', `seasons/${nextId}/kept_seats/extend`, {
          membership_member_ids: [memberId ?? 1],
          kept_until_unix: at(one.minutes),
        })
        return
      }
      case 'release': {
        await this.call('DELETE', `members/${memberId ?? 1}/seat`)
        return
      }
      case 'move': {
        await this.call('PUT', `members/${memberId ?? 1}/seat`, { membership_seat_id: seatOf(one.to ?? 0) })
        return
      }
      case 'cancel': {
        await this.call('POST', `members/${memberId ?? 1}/cancel`)
        return
      }
      case 'upgrade': {
        const item = {
          membership_type_id: this.otherTypeId,
          membership_member_id: memberId,
          upgrade: true,
          seat_id: seatOf(one.to ?? 0),
        }
        const { body } = await this.shop.open({ items: [item] })
        if (body.status === 'open') await this.shop.checkOut(body.id)
        return
      }
      default:
        await this.takeOther(one)
    }
  }

  async takeOther(one: Step): Promise<void> {
    const { seatOf, nextId, nextTypeId, match } = this.seasons
    switch (one.kind) {
      case 'strangerWants': {
        const item = { membership_type_id: nextTypeId, member: grace, seat_id: seatOf(one.seat) }
        const { body } = await this.stranger.open({ items: [item] })
        if (body.status === 'open') this.strangers.set(one.seat, body.id)
        return
      }
      case 'strangerPays': {
        await this.stranger.checkOut(this.strangers.get(one.seat) ?? 'bsk_none')
        return
      }
      case 'wantsTicket': {
        const { body } = await this.stranger.open({
          items: [{ price_id: match.priceId, seat_ids: [seatOf(one.seat)] }],
        })
        if (body.status === 'open' && one.seat % 2 === 0) await this.stranger.checkOut(body.id)
        return
      }
      case 'newMatch': {
        await this.seasons.matchIn(nextId, 120 + one.seat).catch(() => undefined)
        return
      }
      case 'wait':
        return clock.advance((one.minutes ?? 0) * MINUTE_MS)
      case 'sweep': {
        await sweepBaskets(sql, { clock, systemClock: clock })
        await sweepKeptSeats(sql, { clock, systemClock: clock })
        return
      }
      default:
        assert.fail(one.kind)
    }
  }

  /** No stranger gets a seat that staff see as kept, for the season or at its match. */
  async requireKept(): Promise<void> {
    const { seasons } = this
    for (const row of await seasons.seats()) {
      if (row.status !== 'kept') continue
      const item = { membership_type_id: seasons.nextTypeId, member: grace, seat_id: row.seat_id }
      const { body } = await this.stranger.open({ items: [item] })
      assert.equal(body.error?.code, 'seat_taken')
    }
  }
}

test('over any order of what holders, strangers and staff do, claims are season seats times matches, and no seat has two owners', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      const club = await house.organisation()
      const publishable = await house.key(club.orgId, { kind: 'pk' })
      const seasons = await openSeasons(house, club, { seats: SEATS })
      const { membership_category_id } = await seasons.manage('GET', `membership_types/${seasons.typeId}`)
      const other = await seasons.manage('POST', 'membership_types', {
        membership_category_id,
        title: 'Premium',
        price: 200,
        season_id: seasons.currentId,
        seating: 'required',
      })
      const run = new Run(club, publishable, seasons, other.membership_type_id)
      await run.take({ kind: 'join', seat: 0 })
      await run.take({ kind: 'follow', seat: 0, minutes: 4_320 })
      for (const one of steps as Step[]) {
        await run.take(one)
        const season = await seasons.season()
        assert.ok(season.seats_sold + season.seats_held + season.seats_kept <= SEATS)
      }
      await run.requireKept()
      await run.take({ kind: 'sweep', seat: 0 })
      assert.deepEqual(await auditBooks(club.orgId, sql), [])
    }),
    { numRuns: Number(process.env.KEPT_HISTORIES ?? 4) },
  )
})
