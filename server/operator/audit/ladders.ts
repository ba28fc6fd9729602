import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/**
 * No instalment is charged twice, no step is taken before the instalment was due, and no seat stays free of a member who has paid, where
 * it was not sold. The worker gives seats back within minutes: an hour is a fault.
 */
export const ladders: Check = (orgId, sql) => sql<Difference[]>`
  select object, id, field, stored, counted
  from (
    select 'debt' as object, x.debt_id::text as id, 'charges' as field, count(*) as stored, 1::bigint as counted
    from payment_debts x
    join payments p on p.org_id = ${orgId} and p.payment_id = x.payment_id
    where x.org_id = ${orgId}
      and p.payment_means_id is not null
      and p.payment_status = 'succeeded'
      and not p.surplus
      and p.reversed_minor = 0
      and p.refunded_minor = 0
    group by x.debt_id
    having count(*) > 1
    union all
    select 'debt', s.debt_id::text, s.step, 1, 0
    from ladder_steps s
    join debts d on d.org_id = ${orgId} and d.debt_id = s.debt_id
    where s.org_id = ${orgId}
      and s.due_at <= d.due_at
    union all
    select 'debt', d.debt_id::text, 'freed_matches', count(*), 0
    from season_seat_gaps g
    join organisations o on o.org_id = ${orgId}
    join debts d on d.org_id = ${orgId} and d.debt_id = g.freed_debt_id
    join events e on e.org_id = ${orgId} and e.event_id = g.event_id
    left join seat_claims a on a.org_id = ${orgId} and a.event_id = g.event_id and a.seat_id = g.seat_id
    where g.org_id = ${orgId}
      and d.closed_at < now() + o.clock_ahead_ms * interval '1 millisecond' - interval '1 hour'
      and e.starts_at > now() + o.clock_ahead_ms * interval '1 millisecond'
      and a.event_id is null
    group by d.debt_id
  ) f
  order by object, id, field
  limit ${DIFFERENCES_MAX}`
