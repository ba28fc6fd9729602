import type { OrgId } from '../../access/principal.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import { localDate } from '../../platform/values/time.ts'
import type { BasketContents } from '../baskets/find-baskets.ts'
import { type LineTax, taxColumns } from '../baskets/tax-of-basket.ts'
import { planOfMembership } from '../membership-sale/basket-membership.ts'
import type { BasketMembershipRow } from '../membership-sale/basket-memberships.ts'
import { laterMinor, type PlanPart, planOver } from '../membership-sale/plan.ts'

/** A membership of an order that is being drafted: its line, and when which part of it is due. */
export type DraftedMembership = {
  membership: BasketMembershipRow
  orderLineId: number
  discountMinor: number
  /** Null: nothing is known of tax. */
  tax: LineTax | null
  /** Null: all of it is due now. */
  plan: PlanPart[] | null
}

/** So many numbers of lines; those of an order that is not paid are lost, which costs nothing. */
export const drawLineIds = async (tx: Tx, count: number): Promise<number[]> => {
  if (count === 0) return []
  const rows = await tx<{ id: number }[]>`
    select nextval('order_lines_order_line_id_seq') as id
    from generate_series(1, ${count}::integer)`
  return rows.map(({ id }) => id)
}

/**
 * The memberships of a basket as its order will have them; the plans are as they are on this day, whenever they are paid. On an invoice each
 * is a plan of one part, due when invoices are: who is late with it is kept out as with any other.
 */
export function draftMemberships(
  { memberships }: BasketContents,
  { discounts, taxes }: { discounts: number[]; taxes: LineTax[] },
  lineIds: Iterator<number, undefined>,
  now: Date,
  invoiceDays: number | null,
): DraftedMembership[] {
  return memberships.map((membership, index) => {
    const orderLineId = lineIds.next().value
    if (orderLineId === undefined) throw new Error('fewer numbers of lines were drawn than there are memberships')
    const discountMinor = discounts[index] ?? 0
    const taxMinor = taxes[index]?.added_tax_minor ?? 0
    const plan =
      invoiceDays === null
        ? planOfMembership({ ...membership, plan: null }, { discountMinor, taxMinor }, now)
        : planOver(membership.price_minor - discountMinor + taxMinor, [
            dayOfInvoice(membership.timezone, now, invoiceDays),
          ])
    return { membership, orderLineId, discountMinor, tax: taxes[index] ?? null, plan }
  })
}

const dayOfInvoice = (zone: string, now: Date, days: number) => localDate(new Date(now.getTime() + days * DAY_MS), zone)

/** What plans leave for later days; null where there are none. */
export function owedByPlans(drafted: DraftedMembership[]): number | null {
  const owedMinor = drafted.reduce((sum, { plan }) => sum + laterMinor(plan), 0)
  return owedMinor === 0 ? null : owedMinor
}

/** What plans ask for, today's part included: it is paid by what charges for it, and not by credit. */
export const plannedMinor = (drafted: DraftedMembership[]): number =>
  drafted.reduce((sum, { plan }) => sum + (plan ?? []).reduce((total, { amount_minor }) => total + amount_minor, 0), 0)

const lineColumns = {
  order_line_id: 'bigint',
  order_id: 'bigint',
  kind: 'text',
  membership_type_id: 'bigint',
  quantity: 'integer',
  places: 'integer',
  price_minor: 'bigint',
  discount_minor: 'bigint',
} as const

const taxedColumns = { ...lineColumns, ...taxColumns } as const

const planColumns = { basket_id: 'uuid', basket_item_id: 'bigint', order_line_id: 'bigint', plan: 'jsonb' } as const

/** The lines of memberships, and in the baskets which line is which and how it is paid. */
export function storeMemberships(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  drafts: { orderId: number; memberships: DraftedMembership[] }[],
): Unsent[] {
  const lines = drafts.flatMap(({ orderId, memberships }) => memberships.map((drafted) => ({ orderId, ...drafted })))
  if (lines.length === 0) return []
  const columns = lines.some(({ tax }) => tax !== null) ? taxedColumns : lineColumns
  return [
    tx`
      insert into order_lines (org_id, ${namesOf(tx, columns)}, created_at)
      select ${orgId}, r.*, ${now}
      from ${records(
        tx,
        columns,
        lines.map(({ orderId, orderLineId, membership, discountMinor, tax }) => ({
          order_line_id: orderLineId,
          order_id: orderId,
          kind: 'membership',
          membership_type_id: membership.membership_type_id,
          quantity: 1,
          places: 0,
          price_minor: membership.price_minor,
          discount_minor: discountMinor,
          ...tax,
        })),
      )}`,
    tx`
      update basket_memberships m
      set order_line_id = r.order_line_id, plan = r.plan
      from ${records(
        tx,
        planColumns,
        lines.map(({ orderLineId, membership: { basket_id, basket_item_id }, plan }) => ({
          basket_id,
          basket_item_id,
          order_line_id: orderLineId,
          plan: plan && JSON.stringify(plan),
        })),
      )}
      where m.org_id = ${orgId}
        and m.basket_id = r.basket_id
        and m.basket_item_id = r.basket_item_id`,
  ]
}
