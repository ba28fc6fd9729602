import { countMembersOfType } from '../../people/membership-catalogue/type-limit.ts'
import { memberStatus } from '../../programme/statuses.ts'
import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A plan is what its line costs, and its sums are those of its instalments. */
export const membershipPlans: Check = (orgId, sql) => sql<Difference[]>`
  select 'membership_plan' as object, p.membership_plan_id::text as id, v.field, v.stored, v.counted
  from membership_plans p
  join order_lines l on l.org_id = ${orgId} and l.order_id = p.order_id and l.order_line_id = p.order_line_id
  left join (
    select membership_plan_id, sum(amount_minor)::bigint as total_minor, sum(settled_minor)::bigint as paid_minor,
      sum(waived_minor)::bigint as waived_minor, sum(cancelled_minor)::bigint as cancelled_minor
    from debts
    where org_id = ${orgId}
      and membership_plan_id is not null
    group by membership_plan_id
  ) d using (membership_plan_id)
  cross join lateral (
    values
      ('price_minor', p.total_minor, l.price_minor - l.discount_minor + coalesce(l.added_tax_minor, 0)),
      ('total_minor', p.total_minor, coalesce(d.total_minor, 0)),
      ('paid_minor', p.paid_minor, coalesce(d.paid_minor, 0)),
      ('waived_minor', p.waived_minor, coalesce(d.waived_minor, 0)),
      ('cancelled_minor', p.cancelled_minor, coalesce(d.cancelled_minor, 0))
  ) as v (field, stored, counted)
  where p.org_id = ${orgId}
    and v.stored <> v.counted
  order by p.membership_plan_id, v.field
  limit ${DIFFERENCES_MAX}`

/** Of a membership that was cancelled, the plan has ended with it; and no payment was drafted without the fan once a plan had ended. */
export const chargesAfterEnd: Check = (orgId, sql) => sql<Difference[]>`
  select 'membership_plan' as object, p.membership_plan_id::text as id, v.field, v.stored, v.counted
  from membership_plans p
  join members m on m.org_id = ${orgId} and m.membership_member_id = p.membership_member_id
  left join (
    select d.membership_plan_id, f.created_at
    from payments y
    join payment_debts f on f.org_id = ${orgId} and f.payment_id = y.payment_id
    join debts d on d.org_id = ${orgId} and d.debt_id = f.debt_id
    where y.org_id = ${orgId}
      and y.payment_means_id is not null
  ) c on c.membership_plan_id = p.membership_plan_id and c.created_at > p.ended_at
  cross join lateral (
    values
      (
        'ended', (p.ended_at is not null)::integer::bigint,
        (
          p.ended_at is not null
            or m.membership_order_id = p.term_order_id and m.membership_member_status_id = ${memberStatus.cancelled}
        )::integer::bigint
      ),
      ('charged_after_end', (c.created_at is not null)::integer::bigint, 0)
  ) as v (field, stored, counted)
  where p.org_id = ${orgId}
    and v.stored <> v.counted
  order by p.membership_plan_id, v.field
  limit ${DIFFERENCES_MAX}`

/** Of types with a limit: as many are sold as there are members, and as many held as baskets hold. */
export const membershipLimits: Check = (orgId, sql) => sql<Difference[]>`
  select 'membership_type' as object, t.membership_type_id::text as id, v.field, v.stored, v.counted
  from membership_types t
  cross join lateral (${countMembersOfType(orgId, sql, sql`t.membership_type_id`)}) as m (members)
  cross join lateral (
    select count(*) as places
    from basket_memberships h
    where h.org_id = ${orgId}
      and h.membership_type_id = t.membership_type_id
      and h.holds_place
      and h.is_counted
  ) h
  cross join lateral (values ('sold', t.sold, m.members), ('held', t.held, h.places)) as v (field, stored, counted)
  where t.org_id = ${orgId}
    and t.max_members is not null
    and v.stored <> v.counted
  order by t.membership_type_id, v.field
  limit ${DIFFERENCES_MAX}`

/** A membership that was renewed by itself has a line of a confirmed order, at the price that its notice named. */
export const membershipRenewals: Check = (orgId, sql) => sql<Difference[]>`
  select 'membership_renewal' as object, r.membership_renewal_id::text as id, 'order_lines' as field, 1 as stored, l.lines as counted
  from membership_renewals r
  cross join lateral (
    select count(*) as lines
    from order_lines l
    join orders o on o.org_id = ${orgId} and o.order_id = l.order_id
    where l.org_id = ${orgId}
      and l.order_id = r.order_id
      and l.membership_member_id = r.membership_member_id
      and l.membership_type_id = r.membership_type_id
      and l.price_minor = r.price_minor
      and o.order_status in ('confirmed', 'cancelled', 'refunded')
  ) l
  where r.org_id = ${orgId}
    and r.renewal_status = 'renewed'
    and l.lines <> 1
  order by r.membership_renewal_id
  limit ${DIFFERENCES_MAX}`
