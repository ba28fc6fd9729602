import type { OrgId } from '../../access/principal.ts'
import { customerResource } from '../../people/customers/customer-resource.ts'
import { type Home, homeAdded } from '../../people/customers/home.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { countryId } from '../../platform/values/countries.ts'
import { type ChangeBy, updateRow } from '../../resources/change-row.ts'
import type { Recipient } from './recipient.ts'

export type InvoiceAddress = Pick<Recipient, 'company' | 'address_lines' | 'postcode' | 'city' | 'country'>

/** An invoice's address as that of a customer, who has two lines of it. */
export const homeOfInvoice = ({ address_lines: lines, postcode, city, country }: InvoiceAddress): Home => ({
  address: lines[0] ?? null,
  address2: lines.length > 1 ? lines.slice(1).join(', ').slice(0, 200) : null,
  suburb: city,
  state: null,
  postcode,
  country_id: countryId(country) ?? null,
})

/** What staff say of an order's invoice fills in what is not known of its customer. */
export async function takeOverAddress(at: ChangeBy, orderId: number, recipient: Recipient): Promise<void> {
  const userId = await findCustomerOf(at.orgId, at.tx, orderId)
  if (userId === null) return
  await updateRow(customerResource, at, userId, (customer) => ({
    ...homeAdded(customer, homeOfInvoice(recipient)),
    ...(customer.company_name === null && recipient.company !== null && { company_name: recipient.company }),
  }))
}

async function findCustomerOf(orgId: OrgId, sql: Db, orderId: number): Promise<number | null> {
  const [row] = await sql<{ user_id: number }[]>`
    select o.user_id
    from orders o
    join customers c on c.org_id = ${orgId} and c.user_id = o.user_id and c.erased_at is null
    where o.org_id = ${orgId}
      and o.order_id = ${orderId}`
  return row?.user_id ?? null
}
