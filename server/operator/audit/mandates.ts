import { type Check, DIFFERENCES_MAX, type Difference } from './difference.ts'

/**
 * Whose means of payment were given up has given no leave to debit any more; and what a mandate was kept with is of the same customer.
 */
export const mandateMeans: Check = (orgId, sql) => sql<Difference[]>`
  select 'mandate' as object, m.mandate_id::text as id, v.field, v.stored, v.counted
  from mandates m
  join payment_means k on k.org_id = ${orgId} and k.payment_means_id = m.payment_means_id
  cross join lateral (
    values
      (
        'active', (m.mandate_status = 'active')::integer::bigint,
        (m.mandate_status = 'active' and k.means_status <> 'given_up')::integer::bigint
      ),
      ('user_id', coalesce(m.user_id, 0), k.user_id)
  ) as v (field, stored, counted)
  where m.org_id = ${orgId}
    and v.stored <> v.counted
  order by m.mandate_id, v.field
  limit ${DIFFERENCES_MAX}`
