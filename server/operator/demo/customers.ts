import type { OrgId } from '../../access/principal.ts'
import { type CopyValue, copyRows } from '../../platform/postgres/copy.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { DEMO_NOW } from './days.ts'
import { demoName, numberOf } from './numbered.ts'
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

export type DemoBuyer = {
  user_id: number
  org_customer_id: string
  first_name: string
  last_name: string
  email_address: string | null
  mobile_number: string | null
  postcode: string | null
  marketing_emails: boolean
}

/** The customers behind the rows of a block: row n is of customer n, and after the last customer comes the first again. */
export async function findBuyers(
  orgId: OrgId,
  tx: Db,
  numbers: number[],
  lastCustomer: number,
): Promise<(n: number) => DemoBuyer> {
  const customerOf = (n: number) => ((n - 1) % lastCustomer) + 1
  const names = [...new Set(numbers.map((n) => demoName(customerOf(n))))]
  const rows = await tx<DemoBuyer[]>`
    select user_id, org_customer_id, first_name, last_name, email_address, mobile_number, postcode, marketing_emails
    from customers
    where org_id = ${orgId}
      and org_customer_id = any(${names})
      and erased_at is null
      and first_name is not null
      and last_name is not null
    order by org_customer_id`
  const byNumber = new Map(rows.map((row) => [numberOf(row.org_customer_id), row]))
  return (n) => {
    // A customer who has asked to be forgotten is left alone, and another one buys.
    const buyer = byNumber.get(customerOf(n)) ?? rows[n % rows.length]
    if (!buyer) throw new Error('none of the demo customers is left')
    return buyer
  }
}
