import type { OrgId } from '../../access/principal.ts'
import type { Tx } from '../../platform/postgres/database.ts'

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

/** An erasure waits, or is waited for and leaves no customer under that reference. Purchases of the same people go on. */
const lockCustomers = (orgId: OrgId, tx: Tx) => tx`
  select 1
  from customers
  where org_id = ${orgId}
    and org_customer_id in (
      select org_customer_id
      from staged
    )
  for key share`

/** The wait was too long, or PostgreSQL, told to look sooner, has found the circle itself. */
const IN_THE_WAY = ['55P03', '40P01']

/**
 * A buyer of one of the seats is waited for, or waits and finds the member. Buyers take seats in the order of their wishes, so one
 * may have a later seat and want an earlier one: an import that is kept waiting here lets go of all, so that the buyer can go on, and
 * begins again. Sooner than after the second at which PostgreSQL ends a circle by failing whom it likes.
 */
async function lockSeats(orgId: OrgId, tx: Tx): Promise<void> {
  await tx`set local lock_timeout = '500ms'`
  while (!(await haveSeats(orgId, tx))) {}
  await tx`set local lock_timeout to default`
}

async function haveSeats(orgId: OrgId, tx: Tx): Promise<boolean> {
  try {
    await tx.savepoint((attempt) => takeSeats(orgId, attempt))
    return true
  } catch (error) {
    if (IN_THE_WAY.includes((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

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
