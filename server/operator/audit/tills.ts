import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/** A counter has drawn as many numbers as it has receipts and closes: none is missing. Each close goes on where the one before ended. */
export const counterNumbers: Check = (orgId, sql) => sql<Difference[]>`
  select 'counter' as object, c.counter_id::text as id, v.field, v.stored, v.counted
  from counters c
  left join (
    select counter_id, count(*) as receipts, max(receipt_number) as last_number
    from till_receipts
    where org_id = ${orgId}
    group by counter_id
  ) r using (counter_id)
  left join (
    select counter_id, count(*) as closes, max(number) as last_number, sum(last_receipt - first_receipt + 1) as receipts, max(last_receipt) as last_receipt
    from till_closes
    where org_id = ${orgId}
    group by counter_id
  ) z using (counter_id)
  cross join lateral (
    values
      ('last_receipt', c.last_receipt, coalesce(r.last_number, 0)),
      ('receipts', c.last_receipt, coalesce(r.receipts, 0)),
      ('last_close', c.last_close, coalesce(z.last_number, 0)),
      ('closes', c.last_close, coalesce(z.closes, 0)),
      ('closed_receipts', coalesce(z.last_receipt, 0), coalesce(z.receipts, 0))
  ) as v (field, stored, counted)
  where c.org_id = ${orgId}
    and v.stored <> v.counted
  order by c.counter_id, v.field
  limit ${DIFFERENCES_MAX}`

/** The cash that a close expected is its float, the cash of its receipts, as it was rounded, and what was moved. */
export const closedCash: Check = (orgId, sql) => sql<Difference[]>`
  select 'till_close' as object, z.till_close_id::text as id, 'expected_minor' as field, z.expected_minor as stored, v.counted
  from till_closes z
  cross join lateral (
    select z.float_minor + coalesce((
      select sum(r.amount_minor + r.rounding_minor)
      from till_receipts r
      where r.org_id = ${orgId}
        and r.counter_id = z.counter_id
        and r.receipt_number between z.first_receipt and z.last_receipt
        and r.payment_method = 'cash'
    ), 0) + coalesce((
      select sum(case m.movement when 'deposit' then m.amount_minor else -m.amount_minor end)
      from till_movements m
      where m.org_id = ${orgId}
        and m.till_id = z.till_id
    ), 0) as counted
  ) v
  where z.org_id = ${orgId}
    and z.expected_minor <> v.counted
  order by z.till_close_id
  limit ${DIFFERENCES_MAX}`
