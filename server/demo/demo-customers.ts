import type { OrgId } from '../access/principal.ts'
import { type CopyValue, copyRows } from '../kit/copy.ts'
import type { Db } from '../kit/database.ts'
import { person } from './people.ts'

/** Demo data ends here, whatever the clock says, so that two machines hold the same rows. */
export const DEMO_NOW = new Date('2026-03-01T00:00:00Z')

/** Adds so many customers after those that are there already; the whole lot or nothing. */
export async function addDemoCustomers(
  orgId: OrgId,
  sql: Db,
  count: number,
  onRows?: (count: number) => void,
): Promise<number> {
  const [row] = await sql<{ before: number }[]>`
    select coalesce(max(substr(org_customer_id, 6)::bigint), 0) as before
    from customers
    where org_id = ${orgId}
      and org_customer_id between 'demo-' and 'demo-a'
      and org_customer_id ~ '^demo-[0-9]{9}$'`
  const first = (row?.before ?? 0) + 1
  const copy = sql`
    copy customers (
      org_id, org_customer_id, first_name, last_name, email_address, mobile_number, postcode, marketing_emails,
      new_event_notifications, created_at, changed_at
    ) from stdin`
  return copyRows(copy, customerRows(orgId, first, count), onRows)
}

function* customerRows(orgId: OrgId, first: number, count: number): Generator<CopyValue[]> {
  for (let n = first; n < first + count; n += 1) {
    const who = person(n, DEMO_NOW)
    yield [
      orgId,
      `demo-${String(n).padStart(9, '0')}`,
      who.firstName,
      who.lastName,
      who.email,
      who.mobile,
      who.postcode,
      who.marketing,
      who.notifications,
      who.joinedAt,
      who.changedAt,
    ]
  }
}
