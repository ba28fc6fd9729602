import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

/**
 * Gives the places and seats of tickets that have just been closed back, in the transaction that closed them: pools in the
 * order of their ids, then the prices with a limit, then the seats, as all transactions lock them. The caller passes each ticket
 * exactly once: it is the closing that decides who returns the place.
 */
export async function returnPlaces(orgId: OrgId, tx: Tx, ticketIds: number[]): Promise<void> {
  if (ticketIds.length === 0) return
  await lockPools(orgId, tx, ticketIds)
  await tx`
    update price_categories c
    set sold = c.sold - closed.places
    from (
      select price_category_id, count(*) as places
      from tickets
      where org_id = ${orgId}
        and ticket_id = any (${ticketIds}::bigint[])
      group by price_category_id
    ) closed
    where c.org_id = ${orgId}
      and c.price_category_id = closed.price_category_id`
  await tx`
    update prices p
    set sold = p.sold - closed.places
    from (
      select price_id, count(*) as places
      from tickets
      where org_id = ${orgId}
        and ticket_id = any (${ticketIds}::bigint[])
      group by price_id
    ) closed
    where p.org_id = ${orgId}
      and p.price_id = closed.price_id
      and p.limit_places is not null`
  await tx`
    delete from seat_claims
    where org_id = ${orgId}
      and ticket_id = any (${ticketIds}::bigint[])`
}

/** An update of several rows locks them in whatever order it finds them. */
const lockPools = (orgId: OrgId, tx: Tx, ticketIds: number[]) => tx`
  select 1
  from price_categories
  where org_id = ${orgId}
    and price_category_id in (
      select price_category_id
      from tickets
      where org_id = ${orgId}
        and ticket_id = any (${ticketIds}::bigint[])
    )
  order by price_category_id
  for no key update`
