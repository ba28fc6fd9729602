import { ApiError } from '../kit/errors.ts'
import type { Work } from '../manage/change-row.ts'

/**
 * Refuses what must not happen once somebody has ordered from the event or has its places in a basket. Orders that expired
 * unpaid do not count. Asked twice: first without waiting, then under a lock that new orders wait for; during an on-sale
 * there is always an order under way, and the lock alone would never be granted.
 */
export async function refuseOnceTaken(at: Work, eventId: number, message: string): Promise<void> {
  await refuseIfTaken(at, eventId, message)
  await at.tx`
    select 1
    from events
    where org_id = ${at.orgId}
      and event_id = ${eventId}
    for update`
  await refuseIfTaken(at, eventId, message)
}

async function refuseIfTaken({ orgId, tx, clock }: Work, eventId: number, message: string): Promise<void> {
  const [row] = await tx<{ taken: boolean }[]>`
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
        and (h.expires_at is null or h.expires_at > ${clock()})
    ) as taken`
  if (row?.taken) throw new ApiError('state_conflict', { message })
}
