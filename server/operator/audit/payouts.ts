import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A payout is what its movements come to, and says how many and what fees; of one that is read, all of them are there. */
export const payoutSums: Check = (orgId, sql) => sql<Difference[]>`
  select 'payout' as object, t.payout_id::text as id, v.field, v.stored, v.counted
  from payouts t
  left join (
    select payout_id, count(*) as movements, sum(fee_minor)::bigint as fee_minor, sum(net_minor)::bigint as net_minor
    from payout_movements
    where org_id = ${orgId}
    group by payout_id
  ) m using (payout_id)
  cross join lateral (
    values
      ('movements', t.movements::bigint, coalesce(m.movements, 0), true),
      ('fee_minor', t.fee_minor, coalesce(m.fee_minor, 0), true),
      ('net_minor', t.net_minor, coalesce(m.net_minor, 0), true),
      ('amount_minor', t.amount_minor, coalesce(m.net_minor, 0), t.reading = 'read')
  ) as v (field, stored, counted, applies)
  where t.org_id = ${orgId}
    and v.applies
    and v.stored <> v.counted
  order by t.payout_id, v.field
  limit ${DIFFERENCES_MAX}`

/** What a movement is called the money of is settled, and more or less by what it says. */
export const payoutMatches: Check = (orgId, sql) => sql<Difference[]>`
  select 'payout_movement' as object, m.payout_movement_id::text as id, 'difference_minor' as field, m.difference_minor as stored,
    m.amount_minor - case when p.currency = m.currency and p.payment_status = 'succeeded' then p.amount_minor else 0 end as counted
  from payout_movements m
  join payments p on p.org_id = ${orgId} and p.payment_id = m.payment_id
  where m.org_id = ${orgId}
    and m.difference_minor <> m.amount_minor - case
      when p.currency = m.currency and p.payment_status = 'succeeded' then p.amount_minor
      else 0
    end
  order by m.payout_movement_id
  limit ${DIFFERENCES_MAX}`
