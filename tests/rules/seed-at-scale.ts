import { addDemoCustomers } from '../../server/operator/demo/customers.ts'
import { addDemoScans } from '../../server/operator/demo/scans.ts'
import type { House, Tenant } from '../harness/house.ts'

const CUSTOMERS = 20_000
/** Orders and tickets come along, about as many. */
const SCANS = 3000
const SMALL_ORGANISATIONS = 200

/**
 * One large organisation beside many small ones, with fresh statistics, so that the planner decides as it would in earnest.
 * A slice whose table grows with the business adds its rows here.
 */
export async function seedAtScale(house: House): Promise<Tenant> {
  const { sql } = house
  const large = await house.organisation({ name: 'Large Club' })
  await addDemoCustomers(large.orgId, sql, CUSTOMERS)
  await sql`
    insert into organisations (name, country, timezone, currency)
    select 'Small Club ' || n, 'AU', 'Australia/Sydney', 'AUD'
    from generate_series(1, ${SMALL_ORGANISATIONS}) n`
  // Each small organisation gets every 400th of the large one's customers, which makes 50.
  await sql`
    insert into customers (org_id, org_customer_id, first_name, last_name, email_address, mobile_number, created_at, changed_at)
    select o.org_id, c.org_customer_id, c.first_name, c.last_name, c.email_address, c.mobile_number, c.created_at, c.changed_at
    from organisations o
    join customers c on c.org_id = ${large.orgId} and c.user_id % 400 = o.org_id % 400
    where o.name like 'Small Club %'`
  await sql`
    insert into members (org_id, user_id, member_number, barcode, first_name, last_name)
    select org_id, user_id, 'N' || user_id, 'B' || user_id, coalesce(first_name, 'Ada'), coalesce(last_name, 'Okafor')
    from customers
    where user_id % 2 = 0`
  await addDemoScans(large.orgId, sql, SCANS)
  await sql`analyze`
  return large
}
