import type { OrgId } from '../../access/principal.ts'
import { type CopyValue, copyRows } from '../../platform/postgres/copy.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { demoName } from './bulk.ts'
import { DEMO_NOW } from './demo-day.ts'
import { person } from './people.ts'

/** Adds so many customers after those of earlier calls; the whole lot or nothing. */
export async function addDemoCustomers(
  orgId: OrgId,
  sql: Db,
  count: number,
  onRows?: (count: number) => void,
  today = DEMO_NOW,
): Promise<number> {
  const first = (await lastDemoCustomer(orgId, sql)) + 1
  const copy = sql`
    copy customers (
      org_id, org_customer_id, first_name, last_name, email_address, mobile_number, postcode, marketing_emails,
      marketing_emails_at, marketing_emails_source, new_event_notifications, created_at, changed_at
    ) from stdin`
  return copyRows(copy, customerRows(orgId, first, count, today), onRows)
}

/** The number of the last one; the first has 1. */
export async function lastDemoCustomer(orgId: OrgId, sql: Db): Promise<number> {
  const [row] = await sql<{ last: number }[]>`
    select coalesce(max(substr(org_customer_id, 6)::bigint), 0) as last
    from customers
    where org_id = ${orgId}
      and org_customer_id between 'demo-' and 'demo-a'
      and org_customer_id ~ '^demo-[0-9]{9}$'`
  return row?.last ?? 0
}

/** The number of the last one, once there is one. */
export async function ensureDemoCustomers(orgId: OrgId, sql: Db, count: number, today: Date): Promise<number> {
  const last = await lastDemoCustomer(orgId, sql)
  if (last > 0) return last
  await addDemoCustomers(orgId, sql, count, undefined, today)
  await sql`analyze customers`
  return count
}

function* customerRows(orgId: OrgId, first: number, count: number, today: Date): Generator<CopyValue[]> {
  for (let n = first; n < first + count; n += 1) {
    const customer = person(n, today)
    yield [
      orgId,
      demoName(n),
      customer.firstName,
      customer.lastName,
      customer.email,
      customer.mobile,
      customer.postcode,
      customer.marketing,
      customer.marketing ? customer.joinedAt : null,
      customer.marketing ? 'import' : null,
      customer.notifications,
      customer.joinedAt,
      customer.changedAt,
    ]
  }
}
