import type { OrgId } from '../access/principal.ts'
import type { Tx } from '../kit/database.ts'

/**
 * What members are judged by stays as it is until they are stored, as when the API creates them, and is locked in the same
 * order: customer, type, category, seat map, seat.
 */
export async function lockMembers(orgId: OrgId, tx: Tx): Promise<void> {
  await lockCustomers(orgId, tx)
  await tx`
    select 1
    from membership_types
    where org_id = ${orgId}
      and membership_type_id in (
        select membership_type_id
        from staged
      )
    for share`
  await tx`
    select 1
    from membership_categories
    where org_id = ${orgId}
      and membership_category_id in (
        select t.membership_category_id
        from staged s
        join membership_types t on t.org_id = ${orgId} and t.membership_type_id = s.membership_type_id
      )
    for share`
  await tx`
    select 1
    from seat_maps
    where org_id = ${orgId}
      and seat_map_id in (
        select p.seat_map_id
        from staged s
        join seats p on p.org_id = ${orgId} and p.seat_id = s.membership_seat_id
      )
    for share`
  await lockSeats(orgId, tx)
}

/** An erasure waits, or is waited for and leaves nobody under that reference. Purchases of the same people go on. */
const lockCustomers = (orgId: OrgId, tx: Tx) => tx`
  select 1
  from customers
  where org_id = ${orgId}
    and org_customer_id in (
      select org_customer_id
      from staged
    )
  for key share`

/** Shorter than the second after which PostgreSQL looks for circles of waiting, and makes an end of one by failing whom it likes. */
const PATIENCE_MS = 500

/**
 * Whoever buys one of the seats is waited for, or waits and finds the member. Buyers take seats in the order of their wishes, so one
 * may have a later seat and want an earlier one: whoever is kept waiting here lets go of all, so that the buyer can go on, and
 * begins again.
 */
async function lockSeats(orgId: OrgId, tx: Tx): Promise<void> {
  const [before] = await tx<{ timeout: string }[]>`select current_setting('lock_timeout') as timeout`
  await tx`select set_config('lock_timeout', ${String(PATIENCE_MS)}, true)`
  for (let locked = false; !locked; ) {
    locked = await tx
      .savepoint((attempt) => takeSeats(orgId, attempt))
      .then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== LOCK_NOT_AVAILABLE) throw error
          return false
        },
      )
  }
  await tx`select set_config('lock_timeout', ${before?.timeout ?? '0'}, true)`
}

const LOCK_NOT_AVAILABLE = '55P03'

const takeSeats = (orgId: OrgId, tx: Tx) => tx`
  select 1
  from seats
  where org_id = ${orgId}
    and seat_id in (
      select membership_seat_id
      from staged
    )
  order by seat_id
  for no key update`
