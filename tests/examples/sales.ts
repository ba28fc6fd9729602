import { SetupRow } from '../../server/fans/attention/retrieve-setup.manage.ts'
import { UpcomingRow } from '../../server/fans/clock/upcoming.ts'
import { TakingRow } from '../../server/payments/figures/retrieve-takings.manage.ts'
import { SalesRow } from '../../server/payments/figures/sales-over-time.ts'
import { SummedRow } from '../../server/payments/figures/sales-summary.ts'
import { SeasonPlacesRow } from '../../server/payments/figures/season-places.ts'
import { SeasonDayRow, SeasonSumRow } from '../../server/payments/figures/season-sums.ts'
import { CustomerRow } from '../../server/people/customers/customer.ts'
import { MemberRow } from '../../server/people/members/member.ts'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { EventRow } from '../../server/programme/events/event.ts'
import { TaggedOrderRow } from '../../server/tickets/orders/order-contents.ts'
import { TicketRow } from '../../server/tickets/tickets/ticket.ts'
import { addInstalments } from '../builders/instalments.ts'
import { addMember } from '../builders/members.ts'
import { addOrder, sellOrder } from '../builders/orders.ts'
import { addOffer } from '../builders/prices.ts'
import { NOTHING } from '../builders/rows.ts'
import { seasonOfMap } from '../builders/seasons.ts'
import { addSeatMap } from '../builders/seat-maps.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { Example, OperationExample } from './example.ts'

async function soldEvent(house: House, tenant: Tenant): Promise<Example> {
  const offer = await addOffer(house, tenant)
  await addOrder(house, tenant, offer)
  return { params: { event_id: offer.eventId }, ids: { 'params.event_id': NOTHING } }
}

const stats: OperationExample = {
  make: async (house, tenant) => ({ ...(await soldEvent(house, tenant)), filters: { include_cancelled: true } }),
}

export const salesExamples: Record<string, OperationExample> = {
  statsByPrice: stats,
  statsByPriceCategory: stats,
  search: {
    rows: [CustomerRow, MemberRow, TaggedOrderRow, TicketRow, EventRow],
    make: async (house, tenant) => {
      await addMember(house, tenant)
      await soldEvent(house, tenant)
      return { query: { q: 'ada@example.com' }, filters: { limit: 2 } }
    },
  },
  retrieveTakings: {
    rows: [TakingRow],
    make: async (house, tenant) => {
      const { offer } = await sellOrder(house, tenant)
      const now = unixSeconds(house.clock())
      const filters = { event_id: offer.eventId, unix_start: now - 86_400, unix_end: now + 86_400 }
      return { filters, ids: { 'filters.event_id': NOTHING } }
    },
  },
  retrieveSeasonFigures: {
    rows: [SeasonSumRow, SeasonDayRow, SeasonPlacesRow],
    make: async (house, tenant) => {
      const { seatMapId, seatIds } = await addSeatMap(house, tenant, { seats: 3 })
      const { seasonId } = await seasonOfMap(house, tenant, seatMapId)
      await addMember(house, tenant, { membership_seat_id: seatIds[0] ?? 0 })
      return { params: { season_id: seasonId }, ids: { 'params.season_id': NOTHING } }
    },
  },
  retrieveReconciliation: {
    make: async (house) => {
      const now = unixSeconds(house.clock())
      return { query: { unix_start: now - 86_400, unix_end: now }, filters: { kind: 'refunds' } }
    },
  },
  retrieveSetup: { rows: [SetupRow] },
  retrieveClock: { rows: [UpcomingRow] },
  advanceClock: {
    rows: [UpcomingRow],
    make: async ({ sql }, { orgId }) => {
      // It is called many times, and no worker takes the clock to where it was moved before.
      await sql`
        update organisations
        set clock_target_ms = clock_ahead_ms, clock_advancing = false
        where org_id = ${orgId}`
      return { body: { seconds: 60 }, otherBody: { seconds: 90 } }
    },
  },
  retrieveAttention: {
    make: async (house, tenant) => {
      await addInstalments(house, tenant, 2)
      return { filters: { limit: 1 } }
    },
  },
  retrieveEventSales: {
    rows: [SalesRow],
    make: async (house, tenant) => {
      const other = await addOffer(house, tenant)
      const now = unixSeconds(house.clock())
      const sold = await soldEvent(house, tenant)
      return {
        ...sold,
        filters: {
          interval: 'hour',
          group_by: 'price',
          unix_start: now - 86_400,
          unix_end: now + 86_400,
          compare_with: other.eventId,
        },
        ids: { ...sold.ids, 'filters.compare_with': NOTHING },
      }
    },
  },
  retrieveOrganisationSales: {
    rows: [SalesRow],
    make: async (house, tenant) => {
      await soldEvent(house, tenant)
      const now = unixSeconds(house.clock())
      return { filters: { interval: 'hour', group_by: 'event', unix_start: now - 86_400, unix_end: now + 86_400 } }
    },
  },
  watchEventSales: {
    make: async (house, tenant) => ({ ...(await soldEvent(house, tenant)), query: { frames: 1 } }),
  },
  salesSummary: {
    rows: [SummedRow],
    make: async (house, tenant) => {
      const filters = { unix_start: 1_600_000_000, unix_end: 4_000_000_000 }
      return { ...(await soldEvent(house, tenant)), filters }
    },
  },
}
