import type { OrgId } from '../../access/principal.ts'
import { type CustomerRow, customerColumns, foldEmail } from '../../people/customers/customer.ts'
import { type Home, homeAdded } from '../../people/customers/home.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import { base62 } from '../../platform/values/random.ts'
import type { OrderRow } from '../../tickets/orders/order.ts'
import { homeOfInvoice } from '../../tickets/recipients/take-over-address.ts'
import type { RecipientOfOrder } from './document-recipients.ts'
import type { ConfirmedOrder } from './stages.ts'

/** `createdBy`: the order whose buyer the customer was created from; others of the batch only gave the same address. */
type Buying = { row: CustomerRow; change: 'created' | 'updated' | null; createdBy?: number | undefined }

/** An order's buyer, with the address that its invoice is for. */
type Buyer = OrderRow & Home & Pick<CustomerRow, 'company_name'>

/** The customers behind orders. A buyer who gave no e-mail address is none. */
export type Customers = { of(order: OrderRow): Buying | undefined }

/**
 * Finds the customers behind orders, by e-mail address, and notes them there. A buyer who is new is created from the first order of
 * their address. Of a known customer nothing changes, since any buyer can type any address at a checkout: the order alone keeps what
 * was typed. Where the buyer has proven to be the customer, what was empty is filled in, and an opt-in counts. The address that an
 * invoice is for is taken as where they live, unless another is known.
 */
export async function upsertBuyers(
  orgId: OrgId,
  tx: Tx,
  now: Date,
  confirmed: ConfirmedOrder[],
  locked: CustomerRow[],
  recipients: RecipientOfOrder[],
): Promise<Customers> {
  const emailOf = (order: OrderRow) => foldEmail(order.email_address ?? '')
  const recipientOf = new Map(recipients.map((row) => [row.order_id, row]))
  const ordersOf = Map.groupBy(
    confirmed.map(({ order }) => asBuyer(order, recipientOf.get(order.order_id))),
    emailOf,
  )
  ordersOf.delete('')
  const customers = new Map<string, Buying>()
  for (const row of locked) {
    const email = foldEmail(row.email_address ?? '')
    if (ordersOf.has(email)) customers.set(email, { row, change: null })
  }
  const strangers = [...ordersOf.keys()]
    .sort()
    .filter((email) => !customers.has(email))
    .flatMap((email) => ordersOf.get(email)?.[0] ?? [])
  if (strangers.length > 0) {
    for (const { created, ...row } of await insertCustomers(orgId, tx, now, strangers)) {
      const email = foldEmail(row.email_address ?? '')
      const createdBy = created ? ordersOf.get(email)?.[0]?.order_id : undefined
      customers.set(email, { row, change: created ? 'created' : null, createdBy })
    }
  }
  const lacking = [...customers].flatMap(([email, { row }]) =>
    (ordersOf.get(email) ?? []).filter((order) => lacks(row, order)).map((order) => ({ row, order })),
  )
  for (const row of await fillProven(orgId, tx, now, lacking)) {
    const email = foldEmail(row.email_address ?? '')
    const before = customers.get(email)
    customers.set(email, { ...before, row, change: before?.change ?? 'updated' })
  }
  const of = (order: OrderRow) => customers.get(emailOf(order))
  for (const { order } of confirmed) order.user_id = of(order)?.row.user_id ?? null
  return { of }
}

const filled = ['first_name', 'last_name', 'mobile_number', 'company_name'] as const

const NOWHERE = { address: null, address2: null, suburb: null, state: null, postcode: null, country_id: null }

function asBuyer(order: OrderRow, recipient: RecipientOfOrder | undefined): Buyer {
  const home = { ...NOWHERE, postcode: order.postcode, country_id: order.country_id }
  const added = recipient ? homeAdded(home, homeOfInvoice(recipient)) : {}
  return { ...order, ...home, ...added, company_name: recipient?.company ?? null }
}

/** Two orders of one customer in a batch leave what they would one after the other. */
const together = (first: Buyer | undefined, second: Buyer): Buyer =>
  first === undefined
    ? second
    : {
        ...first,
        // The one in which consent was ticked.
        order_id: first.marketing_opt_in ? first.order_id : second.order_id,
        ...Object.fromEntries(filled.map((name) => [name, first[name] ?? second[name]])),
        ...homeAdded(first, second),
        marketing_opt_in: first.marketing_opt_in || second.marketing_opt_in,
      }

const lacks = (customer: CustomerRow, buyer: Buyer): boolean =>
  filled.some((name) => customer[name] === null && buyer[name] !== null) ||
  Object.keys(homeAdded(customer, buyer)).length > 0 ||
  (buyer.marketing_opt_in && !customer.marketing_emails)

type Lacking = { row: CustomerRow; order: Buyer }

/** Of customers who lack what orders bring, those whose buyers are proven are filled in, and come back. */
async function fillProven(orgId: OrgId, tx: Tx, now: Date, lacking: Lacking[]): Promise<CustomerRow[]> {
  if (lacking.length === 0) return []
  const proofs = await findProvenBuyers(
    orgId,
    tx,
    lacking.map(({ order }) => order.order_id),
  )
  const proven = new Set(proofs.map(({ order_id, user_id }) => `${order_id} ${user_id}`))
  const buyers = new Map<number, Buyer>()
  const known = new Map(lacking.map(({ row }) => [row.user_id, row]))
  for (const {
    row: { user_id: userId },
    order,
  } of lacking) {
    // Staff who sell at the box office may change customers anyway.
    const isProven = order.sales_channel === 'boxoffice' || proven.has(`${order.order_id} ${userId}`)
    if (isProven) buyers.set(userId, together(buyers.get(userId), order))
  }
  const filling = [...buyers].map(([userId, buyer]) => ({
    ...buyer,
    ...NOWHERE,
    ...homeAdded(known.get(userId) ?? NOWHERE, buyer),
    user_id: userId,
    ...consentOf(buyer, now),
  }))
  return filling.length > 0 ? fillCustomers(orgId, tx, now, filling) : []
}

/** Which customers the buyers of orders have proven to be: by the basket, or by a token whose link is no mere checkout's. */
const findProvenBuyers = (orgId: OrgId, tx: Tx, orderIds: number[]) => tx<{ order_id: number; user_id: number }[]>`
  select o.order_id, p.user_id
  from orders o
  join basket_proofs p on p.org_id = o.org_id and p.basket_id = o.basket_id
  where o.org_id = ${orgId}
    and o.order_id = any (${orderIds}::bigint[])
  union all
  select s.order_id, i.user_id
  from sso_purchases s
  join sso_identities i on i.org_id = s.org_id and i.issuer = s.issuer and i.subject = s.subject
  where s.org_id = ${orgId}
    and s.order_id = any (${orderIds}::bigint[])
    and i.user_id is not null
    and i.linked_by <> 'checkout'`

/** Customers with the addresses of orders, in the order of the addresses, as all transactions lock and insert them. */
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
  company_name: 'text',
  address: 'text',
  address2: 'text',
  suburb: 'text',
  state: 'text',
  postcode: 'text',
  country_id: 'integer',
  marketing_emails: 'boolean',
  marketing_emails_at: 'timestamptz',
  marketing_emails_source: 'text',
} as const

/** Consent that was ticked in an order, with its time and source. */
const consentOf = ({ order_id, marketing_opt_in }: OrderRow, now: Date) => ({
  marketing_emails: marketing_opt_in,
  marketing_emails_at: marketing_opt_in ? now : null,
  marketing_emails_source: marketing_opt_in ? `order:${order_id}` : null,
})

const newColumns = { org_customer_id: 'text', email_address: 'text', ...personColumns } as const

/** Another process may have been quicker with the same address; its row comes back then. */
const insertCustomers = (orgId: OrgId, tx: Tx, now: Date, buyers: Buyer[]) => tx<
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
      ...consentOf(order, now),
    })),
  )}
  order by lower(email_address collate "C")
  on conflict (org_id, lower(email_address collate "C")) do update
  set changed_at = customers.changed_at
  returning ${customerColumns(tx)}, xmax = 0 as created`

const filledColumns = { user_id: 'bigint', ...personColumns } as const

/** Consent that is there keeps its time and its source. */
const fillCustomers = (orgId: OrgId, tx: Tx, now: Date, filling: (Buyer & ReturnType<typeof consentOf>)[]) => tx<
  CustomerRow[]
>`
  update customers c
  set first_name = coalesce(c.first_name, r.first_name),
    last_name = coalesce(c.last_name, r.last_name),
    mobile_number = coalesce(c.mobile_number, r.mobile_number),
    company_name = coalesce(c.company_name, r.company_name),
    address = coalesce(c.address, r.address),
    address2 = coalesce(c.address2, r.address2),
    suburb = coalesce(c.suburb, r.suburb),
    state = coalesce(c.state, r.state),
    postcode = coalesce(c.postcode, r.postcode),
    country_id = coalesce(c.country_id, r.country_id),
    marketing_emails = c.marketing_emails or r.marketing_emails,
    marketing_emails_at = case
      when r.marketing_emails and not c.marketing_emails then r.marketing_emails_at
      else c.marketing_emails_at
    end,
    marketing_emails_source = case
      when r.marketing_emails and not c.marketing_emails then r.marketing_emails_source
      else c.marketing_emails_source
    end,
    changed_at = ${now}
  from ${records(tx, filledColumns, filling)}
  where c.org_id = ${orgId}
    and c.user_id = r.user_id
  returning c.org_id, c.user_id, c.org_customer_id, c.first_name, c.last_name, c.email_address, c.mobile_number,
    c.company_name, c.address, c.address2, c.suburb, c.state, c.postcode, c.country_id, c.marketing_emails, c.marketing_emails_at, c.marketing_emails_source, c.new_event_notifications, c.created_at, c.changed_at`
