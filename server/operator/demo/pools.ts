import type { OrgId } from '../../access/principal.ts'
import type { Row } from './bulk.ts'
import type { PlacedEvent } from './demo-events.ts'
import { amountIn } from './places.ts'

/** The pools of every demo event. */
export const POOLS = [
  { title: 'General admission', section: 'North Terrace', capacity: 4000 },
  { title: 'Grandstand', section: 'Grandstand', capacity: 800 },
] as const

/** Of some events so few places of the grandstand are offered that it sells out. */
const SOLD_OUT_CAPACITY = 12
const GATES_OF_GRANDSTAND = 2

/** The prices of every demo event: an ordinary one, a group with a limit, one with re-entry, one for members. */
export const PRICES = [
  { title: 'Adult', pool: 0, dollars: 32, included: 1, scanning: 1, limit: null, membersOnly: false },
  { title: 'Family of four', pool: 0, dollars: 85, included: 4, scanning: 1, limit: 400, membersOnly: false },
  { title: 'Grandstand', pool: 1, dollars: 54.5, included: 1, scanning: 2, limit: null, membersOnly: false },
  { title: 'Member’s guest', pool: 1, dollars: 20, included: 1, scanning: 3, limit: null, membersOnly: true },
] as const

export const categoryRows = (orgId: OrgId, event: PlacedEvent): Row[] =>
  POOLS.map(({ title, section, capacity }, n) => ({
    org_id: orgId,
    price_category_id: event.categoryIds[n] ?? null,
    event_id: event.eventId,
    title,
    section_label: section,
    order_by: n,
    capacity: n === 1 && event.n % 7 === 4 ? SOLD_OUT_CAPACITY : capacity,
    created_at: event.createdAt,
    changed_at: event.createdAt,
  }))

/** Whoever sits in the grandstand enters by the first gates only. */
export const gateRows = (orgId: OrgId, { categoryIds, gateIds, createdAt }: PlacedEvent): Row[] =>
  gateIds.slice(0, GATES_OF_GRANDSTAND).map((gateId) => ({
    org_id: orgId,
    price_category_id: categoryIds[1] ?? null,
    gate_id: gateId,
    created_at: createdAt,
  }))

export const priceRows = (orgId: OrgId, event: PlacedEvent, memberTypeId: number | null, priceId: () => number) =>
  PRICES.map(({ title, pool, dollars, included, scanning, limit, membersOnly }, n) => ({
    org_id: orgId,
    price_id: priceId(),
    event_id: event.eventId,
    price_category_id: event.categoryIds[pool] ?? null,
    title,
    price_minor: amountIn(event.currency, dollars),
    rebate_minor: amountIn(event.currency, 0.5),
    service_fee_minor: amountIn(event.currency, 1.95),
    service_tax_minor: amountIn(event.currency, 0.2),
    group_ticket: included > 1,
    tickets_included: included,
    available_from: event.publishedAt,
    available_until: event.startsAt,
    membership_type_id: membersOnly ? memberTypeId : null,
    // Nobody stands at the gate of a stream.
    scanning_flag: event.venue === null ? 0 : scanning,
    limit_places: limit,
    order_by: n,
    created_at: event.createdAt,
    changed_at: event.createdAt,
  }))
