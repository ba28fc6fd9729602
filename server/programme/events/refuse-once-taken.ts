import { ApiError } from '../../platform/http/errors.ts'
import type { ChangeContext } from '../../resources/change-row.ts'

/**
 * Refuses what must not happen once a buyer has ordered from the event or has its places in a basket. Orders that expired
 * unpaid do not count. Asked twice: first without waiting, then under the locks of the event's pools. A buyer who puts a place
 * into a basket looks at the event under the lock of its pool, and everything that is ordered was in a basket; the event's own
 * lock, which the caller has, lets others go on referring to it, so it alone would let them slip in between.
 */
export async function refuseOnceTaken(at: ChangeContext, eventId: number, message: string): Promise<void> {
  await refuseIfTaken(at, eventId, message)
  await at.tx`
    select 1
    from price_categories
    where org_id = ${at.orgId}
      and event_id = ${eventId}
    order by price_category_id
    for no key update`
  await refuseIfTaken(at, eventId, message)
}

async function refuseIfTaken({ orgId, tx, clock }: ChangeContext, eventId: number, message: string): Promise<void> {
  const [row] = await tx<{ is_taken: boolean }[]>`
    select exists (
      select 1
      from orders
      where org_id = ${orgId}
        and event_id = ${eventId}
        and order_status <> 'expired'
    ) or exists (
      select 1
      from holds h
      join price_categories c on c.org_id = h.org_id and c.price_category_id = h.price_category_id
      where c.org_id = ${orgId}
        and c.event_id = ${eventId}
        and (h.expires_at is null or h.expires_at > ${clock(orgId)})
    ) as is_taken`
  if (row?.is_taken) throw new ApiError('state_conflict', { message })
}
