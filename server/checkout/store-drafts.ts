import type { OrgId } from '../access/principal.ts'
import { prolongHolds } from '../inventory/hold-places.ts'
import type { Unsent } from '../kit/begin-batch.ts'
import type { Db, Tx } from '../kit/database.ts'
import { forgetPurchases, notePurchases } from '../sso/purchases.ts'
import type { Draft } from './starting.ts'

/** Everything that a pending order is, for the caller to send in one go. The holds are locked, and all there. */
export function storeDrafts(orgId: OrgId, tx: Tx, now: Date, drafts: Draft[]): Unsent[] {
  if (drafts.length === 0) return []
  const fresh = drafts.filter(({ again }) => !again)
  const again = drafts.filter((draft) => draft.again)
  return [
    ...prolongHolds(
      orgId,
      tx,
      drafts.map(({ basket }) => ({ basketId: basket.row.basket_id, expiresAt: null })),
      { seated: drafts.some(({ basket }) => basket.row.reserved_seating) },
    ),
    payFor(orgId, tx, now, drafts),
    ...(fresh.length > 0 ? [insertOrders(orgId, tx, fresh)] : []),
    ...(again.length > 0 ? [updateOrders(orgId, tx, again), deleteLines(orgId, tx, again)] : []),
    insertLines(orgId, tx, now, drafts),
    ...noteFans(orgId, tx, now, drafts),
    ...(drafts.some(({ payment }) => payment) ? [insertPayments(orgId, tx, now, drafts)] : []),
  ]
}

/** Who is signed in when an order is paid for; who had been at an attempt before counts no more. */
function noteFans(orgId: OrgId, tx: Tx, now: Date, drafts: Draft[]) {
  const signedIn = drafts.flatMap(({ order, starting: { fan } }) =>
    fan ? [{ orderId: order.order_id, identity: fan.identity }] : [],
  )
  const nobody = drafts.flatMap(({ order, again, starting: { fan } }) => (again && !fan ? [order.order_id] : []))
  return [
    ...(signedIn.length > 0 ? [notePurchases(orgId, tx, now, signedIn)] : []),
    ...(nobody.length > 0 ? [forgetPurchases(orgId, tx, nobody)] : []),
  ]
}

const payFor = (orgId: OrgId, sql: Db, now: Date, drafts: Draft[]) => sql`
  update baskets
  set basket_status = 'paying', changed_at = ${now}
  where org_id = ${orgId}
    and basket_id = any (${drafts.map(({ basket }) => basket.row.basket_id)}::uuid[])`

const asJson = (rows: object[]) => JSON.stringify(rows)

const insertOrders = (orgId: OrgId, sql: Db, drafts: Draft[]) => sql`
  insert into orders (
    org_id, order_id, order_uuid, event_id, basket_id, discount_id, sales_channel, first_name, last_name, email_address,
    mobile_number, postcode, marketing_opt_in, currency, price_minor, discount_minor, service_fee_minor, service_tax_minor, total_minor,
    created_at, changed_at
  )
  select ${orgId}, order_id, order_uuid, event_id, basket_id, discount_id, sales_channel, first_name, last_name, email_address,
    mobile_number, postcode, marketing_opt_in, currency, price_minor, discount_minor, service_fee_minor, service_tax_minor,
    total_minor, created_at, changed_at
  from ${orderRecords(sql, drafts)}`

const updateOrders = (orgId: OrgId, sql: Db, drafts: Draft[]) => sql`
  update orders o
  set discount_id = r.discount_id, first_name = r.first_name, last_name = r.last_name, email_address = r.email_address,
    mobile_number = r.mobile_number, postcode = r.postcode, marketing_opt_in = r.marketing_opt_in, price_minor = r.price_minor,
    discount_minor = r.discount_minor, service_fee_minor = r.service_fee_minor, service_tax_minor = r.service_tax_minor,
    total_minor = r.total_minor, changed_at = r.changed_at
  from ${orderRecords(sql, drafts)}
  where o.org_id = ${orgId}
    and o.order_id = r.order_id
    and o.order_status = 'pending'`

const orderRecords = (sql: Db, drafts: Draft[]) => sql`json_to_recordset(${asJson(
  drafts.map(({ order, basket }) => ({
    order_id: order.order_id,
    order_uuid: order.order_uuid,
    event_id: order.event_id,
    basket_id: basket.row.basket_id,
    discount_id: basket.row.discount_id,
    sales_channel: order.sales_channel,
    first_name: order.first_name,
    last_name: order.last_name,
    email_address: order.email_address,
    mobile_number: order.mobile_number,
    postcode: order.postcode,
    marketing_opt_in: order.marketing_opt_in,
    currency: order.currency,
    price_minor: order.price_minor,
    discount_minor: order.discount_minor,
    service_fee_minor: order.service_fee_minor,
    service_tax_minor: order.service_tax_minor,
    total_minor: order.total_minor,
    created_at: order.created_at,
    changed_at: order.changed_at,
  })),
)}::text::json) as r (
  order_id bigint, order_uuid uuid, event_id bigint, basket_id uuid, discount_id bigint, sales_channel text, first_name text,
  last_name text,
  email_address text, mobile_number text, postcode text, marketing_opt_in boolean, currency text, price_minor bigint,
  discount_minor bigint, service_fee_minor bigint, service_tax_minor bigint, total_minor bigint, created_at timestamptz,
  changed_at timestamptz
)`

const deleteLines = (orgId: OrgId, sql: Db, drafts: Draft[]) => sql`
  delete from order_lines
  where org_id = ${orgId}
    and order_id = any (${drafts.map(({ order }) => order.order_id)}::bigint[])`

/** Their ids ascend as the items' do: the seats of an item are those of the line in the same place. */
const insertLines = (orgId: OrgId, sql: Db, now: Date, drafts: Draft[]) => sql`
  insert into order_lines (
    org_id, order_line_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor, rebate_minor,
    service_fee_minor, service_tax_minor, discount_minor, created_at
  )
  select ${orgId}, order_line_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor, rebate_minor,
    service_fee_minor, service_tax_minor, discount_minor, ${now}
  from json_to_recordset(${asJson(
    drafts.flatMap(({ lines }) =>
      lines.map((line) => ({
        order_line_id: line.order_line_id,
        order_id: line.order_id,
        event_id: line.event_id,
        price_category_id: line.price_category_id,
        price_id: line.price_id,
        quantity: line.quantity,
        places: line.places,
        price_minor: line.price_minor,
        rebate_minor: line.rebate_minor,
        service_fee_minor: line.service_fee_minor,
        service_tax_minor: line.service_tax_minor,
        discount_minor: line.discount_minor,
      })),
    ),
  )}::text::json) as r (
    order_line_id bigint, order_id bigint, event_id bigint, price_category_id bigint, price_id bigint, quantity integer,
    places integer, price_minor bigint, rebate_minor bigint, service_fee_minor bigint, service_tax_minor bigint,
    discount_minor bigint
  )`

const insertPayments = (orgId: OrgId, sql: Db, now: Date, drafts: Draft[]) => sql`
  insert into payments (
    org_id, payment_id, order_id, provider, payment_account_id, idempotency_key, payment_method, amount_minor, currency,
    created_at, changed_at
  )
  select ${orgId}, payment_id, order_id, provider, payment_account_id, idempotency_key, payment_method, amount_minor,
    currency, ${now}, ${now}
  from json_to_recordset(${asJson(
    drafts.flatMap(({ payment }) =>
      payment === null
        ? []
        : [
            {
              payment_id: payment.paymentId,
              order_id: payment.orderId,
              provider: payment.provider,
              payment_account_id: payment.account,
              idempotency_key: payment.idempotencyKey,
              payment_method: payment.paymentMethod,
              amount_minor: payment.amountMinor,
              currency: payment.currency,
            },
          ],
    ),
  )}::text::json) as r (
    payment_id bigint, order_id bigint, provider text, payment_account_id text, idempotency_key text, payment_method text,
    amount_minor bigint, currency text
  )`
