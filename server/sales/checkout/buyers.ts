import type { OrgId } from '../../access/principal.ts'
import { type CustomerRow, customerColumns, foldEmail } from '../../people/customers/customer.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import { base62 } from '../../platform/values/random.ts'
import type { OrderRow } from '../orders/order.ts'
import type { ConfirmedOrder } from './stages.ts'

/** `createdBy`: the order whose buyer the customer was created from; others of the batch only gave the same address. */
type Buying = { row: CustomerRow; change: 'created' | 'updated' | null; createdBy?: number | undefined }

/** The customers behind orders. Whoever gave no e-mail address is none. */
export type Customers = { of(order: OrderRow): Buying | undefined }

/**
 * Finds the customers behind orders, by e-mail address, and notes them there. Whoever is new is created. Of somebody known only
 * what was empty is filled in, and an opt-in counts: anybody can type an address at a checkout, so nothing that is there is
 * overwritten.
 */
export async function upsertBuyers(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  confirmed: ConfirmedOrder[],
  locked: CustomerRow[],
): Promise<Customers> {
  const buyers = new Map<string, OrderRow>()
  for (const { order } of confirmed) {
    const email = foldEmail(order.email_address ?? '')
    if (email !== '') buyers.set(email, together(buyers.get(email), order))
  }
  const customers = new Map<string, Buying>()
  for (const row of locked) {
    const email = foldEmail(row.email_address ?? '')
    if (buyers.has(email)) customers.set(email, { row, change: null })
  }
  const strangers = [...buyers.keys()]
    .sort()
    .filter((email) => !customers.has(email))
    .flatMap((email) => buyers.get(email) ?? [])
  if (strangers.length > 0) {
    for (const { created, ...row } of await insertCustomers(orgId, tx, now, strangers)) {
      const email = foldEmail(row.email_address ?? '')
      const createdBy = created ? buyers.get(email)?.order_id : undefined
      customers.set(email, { row, change: created ? 'created' : null, createdBy })
    }
  }
  const lacking = [...customers].flatMap(([email, { row, change }]) => {
    const buyer = buyers.get(email)
    return change === null && buyer && lacks(row, buyer) ? [{ userId: row.user_id, buyer }] : []
  })
  if (lacking.length > 0) {
    for (const row of await fillCustomers(orgId, tx, now, lacking)) {
      customers.set(foldEmail(row.email_address ?? ''), { row, change: 'updated' })
    }
  }
  const of = (order: OrderRow) => customers.get(foldEmail(order.email_address ?? ''))
  for (const { order } of confirmed) order.user_id = of(order)?.row.user_id ?? null
  return { of }
}

const filled = ['first_name', 'last_name', 'mobile_number', 'postcode'] as const

/** Two orders of one address in a batch leave what they would one after the other. */
const together = (first: OrderRow | undefined, second: OrderRow): OrderRow =>
  first === undefined
    ? second
    : {
        ...first,
        ...Object.fromEntries(filled.map((name) => [name, first[name] ?? second[name]])),
        marketing_opt_in: first.marketing_opt_in || second.marketing_opt_in,
      }

const lacks = (customer: CustomerRow, buyer: OrderRow): boolean =>
  filled.some((name) => customer[name] === null && buyer[name] !== null) ||
  (buyer.marketing_opt_in && !customer.marketing_emails)

/** Customers with the addresses of orders, in the order of the addresses, as everybody locks and inserts them. */
export const lockBuyers = (orgId: OrgId, tx: Tx, orderIds: number[]) => tx<CustomerRow[]>`
  select ${customerColumns(tx)}
  from customers
  where org_id = ${orgId}
    and lower(email_address collate "C") = any (
      array(
        select lower(o.email_address collate "C")
        from orders o
        where o.org_id = ${orgId}
          and o.order_id = any (${orderIds}::bigint[])
      )
    )
  order by lower(email_address collate "C")
  for no key update`

const personColumns = {
  first_name: 'text',
  last_name: 'text',
  mobile_number: 'text',
  postcode: 'text',
  marketing_emails: 'boolean',
} as const

const newColumns = { org_customer_id: 'text', email_address: 'text', ...personColumns } as const

/** Another process may have been quicker with the same address; its row comes back then. */
const insertCustomers = (orgId: OrgId, tx: Tx, now: Date, buyers: OrderRow[]) => tx<
  (CustomerRow & { created: boolean })[]
>`
  insert into customers (org_id, ${namesOf(tx, newColumns)}, created_at, changed_at)
  select ${orgId}, r.*, ${now}, ${now}
  from ${records(
    tx,
    newColumns,
    buyers.map((order) => ({
      ...order,
      org_customer_id: `cus_${base62(16)}`,
      marketing_emails: order.marketing_opt_in,
    })),
  )}
  order by lower(email_address collate "C")
  on conflict (org_id, lower(email_address collate "C")) do update
  set changed_at = customers.changed_at
  returning ${customerColumns(tx)}, xmax = 0 as created`

const filledColumns = { user_id: 'bigint', ...personColumns } as const

const fillCustomers = (orgId: OrgId, tx: Tx, now: Date, lacking: { userId: number; buyer: OrderRow }[]) => tx<
  CustomerRow[]
>`
  update customers c
  set first_name = coalesce(c.first_name, r.first_name),
    last_name = coalesce(c.last_name, r.last_name),
    mobile_number = coalesce(c.mobile_number, r.mobile_number),
    postcode = coalesce(c.postcode, r.postcode),
    marketing_emails = c.marketing_emails or r.marketing_emails,
    changed_at = ${now}
  from ${records(
    tx,
    filledColumns,
    lacking.map(({ userId, buyer }) => ({ ...buyer, user_id: userId, marketing_emails: buyer.marketing_opt_in })),
  )}
  where c.org_id = ${orgId}
    and c.user_id = r.user_id
  returning c.org_id, c.user_id, c.org_customer_id, c.first_name, c.last_name, c.email_address, c.mobile_number, c.postcode,
    c.marketing_emails, c.new_event_notifications, c.created_at, c.changed_at`
