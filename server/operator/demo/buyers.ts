import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { demoName, numberOf } from './bulk.ts'

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
    // Somebody who has asked to be forgotten is left alone, and another takes the place.
    const buyer = byNumber.get(customerOf(n)) ?? rows[n % rows.length]
    if (!buyer) throw new Error('none of the demo customers is left')
    return buyer
  }
}
