import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import { Nullable } from '../../platform/http/schema.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { BorneRateColumn, borneRate } from '../../programme/tax-rates/borne-rate.ts'
import type { PlanPart } from './plan.ts'
import type { MemberInput } from './requested-membership.ts'

/** A membership in a basket, with what its type and its plan are today. */
export const BasketMembershipRow = Type.Object({
  basket_id: Type.String(),
  basket_item_id: Type.Integer(),
  membership_type_id: Type.Integer(),
  type_title: Type.String(),
  membership_category_id: Type.Integer(),
  category_title: Type.String(),
  membership_payment_option_id: Nullable(Type.Integer()),
  number_of_instalments: Nullable(Type.Integer()),
  months_between: Nullable(Type.Integer()),
  fixed_end_date: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  collects: Type.Boolean({ description: 'its instalments are charged by themselves' }),
  collection_hour: Type.Integer({ description: 'of the organisation, at which they are' }),
  timezone: Type.String({ description: 'of the organisation, whose calendar says when instalments are due' }),
  member: Type.Unsafe<MemberInput>({ type: 'object' }),
  membership_member_id: Nullable(Type.Integer({ description: 'whose membership is renewed or upgraded' })),
  standing_status_id: Nullable(Type.Integer({ description: 'of that one, as it stands' })),
  standing_expires: Type.Unsafe<Date | null>({ type: ['object', 'null'] }),
  is_upgrade: Type.Boolean(),
  open_days: Type.Array(Type.String(), {
    description: 'of an upgrade that is paid with the instalments that are open',
  }),
  is_counted: Type.Boolean(),
  max_per_person: Nullable(Type.Integer()),
  auto_renew: Type.Boolean(),
  renews: Type.Boolean({ description: 'a type follows by itself, so what it is paid with is kept' }),
  season_id: Nullable(Type.Integer()),
  season_title: Nullable(Type.String()),
  seat_id: Nullable(Type.Integer()),
  section_label: Nullable(Type.String()),
  sub_section_title: Nullable(Type.String()),
  seat_level: Nullable(Type.String()),
  seat_aisle: Nullable(Type.String()),
  seat_row: Nullable(Type.String()),
  seat_title: Nullable(Type.String()),
  seat_gate: Nullable(Type.String()),
  price_minor: Type.Integer(),
  tax_rate: BorneRateColumn,
  first_day: Nullable(Type.String({ description: 'of the season, YYYY-MM-DD' })),
  term: Nullable(Type.String()),
  last_day: Nullable(Type.String({ description: 'of the type, YYYY-MM-DD' })),
  holds_place: Type.Boolean(),
  order_line_id: Nullable(Type.Integer()),
  plan: Type.Unsafe<PlanPart[] | null>({ type: ['array', 'null'] }),
})
export type BasketMembershipRow = Static<typeof BasketMembershipRow>

/** In the order in which they were added. */
export const findBasketMemberships = (orgId: OrgId, sql: Db, basketIds: string[]) => sql<BasketMembershipRow[]>`
  select i.basket_id, i.basket_item_id, i.membership_type_id, y.title as type_title, y.membership_category_id,
    c.title as category_title, i.membership_payment_option_id, p.number_of_instalments, p.months_between, p.fixed_end_date,
    coalesce(p.collection = 'automatic', false) as collects, g.collection_hour, g.timezone,
    i.member, i.membership_member_id, k.membership_member_status_id as standing_status_id, k.expires as standing_expires, i.is_upgrade,
    ${openDays(orgId, sql)} as open_days, i.is_counted, y.max_per_person, i.auto_renew, i.auto_renew and y.renewal_type_id is not null and not i.is_upgrade as renews, i.season_id, n.title as season_title, i.seat_id, x.title as section_label, x.sub_section_title,
    s.seat_level, s.seat_aisle, s.seat_row, s.seat_title, s.seat_gate, i.price_minor, ${borneRate(orgId, sql, 'y')} as tax_rate, n.first_day::text as first_day, y.term, coalesce(n.last_day, y.expires)::text as last_day, i.holds_place, i.order_line_id, i.plan
  from basket_memberships i
  join membership_types y on y.org_id = ${orgId} and y.membership_type_id = i.membership_type_id
  join membership_categories c on c.org_id = ${orgId} and c.membership_category_id = y.membership_category_id
  join organisations g on g.org_id = ${orgId}
  left join seasons n on n.org_id = ${orgId} and n.season_id = i.season_id
  left join seats s on s.org_id = ${orgId} and s.seat_id = i.seat_id
  left join seat_sections x
    on x.org_id = ${orgId} and x.seat_map_id = s.seat_map_id and x.seat_section_id = s.seat_section_id
  left join members k on k.org_id = ${orgId} and k.membership_member_id = i.membership_member_id
  left join membership_payment_options p
    on p.org_id = ${orgId} and p.membership_payment_option_id = i.membership_payment_option_id
  where i.org_id = ${orgId}
    and i.basket_id = any (${basketIds}::uuid[])
  order by i.basket_id, i.basket_item_id`

/** On which instalments of the member's present term are due that are not paid. */
const openDays = (orgId: OrgId, sql: Db) => sql`
  case when i.is_spread then array(
    select distinct ((d.due_at - interval '1 second') at time zone g.timezone)::date::text as day
    from membership_plans q
    join debts d on d.org_id = q.org_id and d.membership_plan_id = q.membership_plan_id
    where q.org_id = ${orgId}
      and q.membership_member_id = i.membership_member_id
      and q.term_order_id = k.membership_order_id
      and d.closed_at is null
    order by day
  ) else '{}' end`

/** Whether the buyer is no member without it at the moment, or one of another type: then it counts at once. */
export const countsAtOnce = (row: BasketMembershipRow, now: Date): boolean => {
  const { standing_status_id: status, standing_expires: expires } = row
  const isPaid = status === memberStatus.paid || status === memberStatus.instalments
  return row.is_upgrade || !isPaid || (expires !== null && expires <= now)
}

/** What of its address a caller holds already, tickets and memberships together. */
export const countHeldBy = (orgId: OrgId, tx: Tx, now: Date, addressHash: string) => tx<{ places: number }[]>`
  select (
    select coalesce(sum(h.places), 0)
    from holds h
    where h.org_id = ${orgId}
      and h.address_hash = ${addressHash}
      and (h.expires_at is null or h.expires_at > ${now})
  )::bigint + (
    select count(*)
    from basket_memberships m
    join baskets b on b.org_id = ${orgId} and b.basket_id = m.basket_id
    where m.org_id = ${orgId}
      and m.address_hash = ${addressHash}
      and (b.basket_status = 'paying' or b.basket_status = 'open' and b.expires_at > ${now})
  ) as places`
