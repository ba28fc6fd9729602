import type { OrgId } from '../../access/principal.ts'
import { noteMails } from '../../messages/mail/notices.ts'
import { forgetPurchases, notePurchases } from '../../people/sso/purchases.ts'
import type { Unsent } from '../../platform/batches/begin-batch.ts'
import type { Db, Tx } from '../../platform/postgres/database.ts'
import { namesOf, records } from '../../platform/postgres/records.ts'
import { prolongHolds } from '../../programme/stock/holds.ts'
import { taxColumns } from '../baskets/tax-of-basket.ts'
import { noteRecipients } from './document-recipients.ts'
import { storeMemberships } from './draft-memberships.ts'
import type { DraftedOrder, OrderLine } from './stages.ts'
import { insertPayments } from './store-payments.ts'

/** Everything that a pending order is, for the caller to send in one go. The holds are locked, and all there. */
export function storeDrafts(orgId: OrgId, tx: Tx, now: Date, drafts: DraftedOrder[]): Unsent[] {
  if (drafts.length === 0) return []
  const basketIds = drafts.map(({ basket }) => basket.row.basket_id)
  const fresh = drafts.filter(({ redrafted }) => !redrafted)
  const redrafted = drafts.filter((draft) => draft.redrafted)
  const paid = drafts.flatMap(({ payment, request }) => (payment ? [{ ...payment, means: request.means }] : []))
  return [
    ...prolongHolds(
      orgId,
      tx,
      basketIds.map((basketId) => ({ basketId, expiresAt: null })),
      { seated: drafts.some(({ basket }) => basket.row.reserved_seating) },
    ),
    tx`
      update baskets
      set basket_status = 'paying', changed_at = ${now}
      where org_id = ${orgId}
        and basket_id = any (${basketIds}::uuid[])`,
    ...(fresh.length > 0
      ? [
          tx`
            insert into orders (org_id, ${namesOf(tx, columnsOf(fresh))})
            select ${orgId}, r.*
            from ${orderRecords(tx, columnsOf(fresh), fresh)}`,
        ]
      : []),
    ...(redrafted.length > 0 ? replaceOrders(orgId, tx, redrafted) : []),
    // Their ids ascend as the items' do: the seats of an item are those of the line in the same place.
    ...insertLines(
      orgId,
      tx,
      now,
      drafts.flatMap(({ lines }) => lines),
    ),
    ...storeMemberships(
      orgId,
      tx,
      now,
      drafts.map(({ order, memberships }) => ({ orderId: order.order_id, memberships })),
    ),
    ...notePurchasers(orgId, tx, now, drafts),
    ...noteConsents(orgId, tx, now, drafts),
    ...noteRecipients(orgId, tx, now, drafts),
    ...insertPayments(orgId, tx, now, paid),
    ...tellHowToTransfer(orgId, tx, now, paid),
  ]
}

/** Buyers who pay by transfer are told where to, and until when. */
function tellHowToTransfer(orgId: OrgId, tx: Tx, now: Date, paid: NonNullable<DraftedOrder['payment']>[]): Unsent[] {
  const notices = paid.flatMap(({ paymentId, charge: { orderId, expiresAt } }) =>
    expiresAt === undefined || orderId === null
      ? []
      : [
          {
            kind: 'transfer_awaited' as const,
            orderId,
            aboutId: paymentId,
            messageId: `payment-${paymentId}-transfer`,
          },
        ],
  )
  return notices.length > 0 ? [noteMails(orgId, tx, now, notices)] : []
}

const orderRecords = (sql: Db, columns: typeof orderColumns, drafts: DraftedOrder[]) =>
  records(
    sql,
    columns,
    drafts.map(({ order, tax, basket: { row }, request }) => ({
      ...order,
      fee_tax_rate_id: tax.order.fee_tax_rate_id,
      fee_tax_thousandths: tax.order.fee_tax_thousandths,
      fee_tax_minor: tax.order.fee_tax_minor,
      taxes: order.taxes && JSON.stringify(order.taxes),
      basket_id: row.basket_id,
      discount_id: row.discount_id,
      answers: order.answers && JSON.stringify(order.answers),
      language: request.buyer.language,
      paid_minor: order.owed_minor === null ? null : 0,
    })),
  )

/** Answers go along only where some were given, tax where something is known of it, and what is owed or paid by credit only where something is. */
const columnsOf = (drafts: DraftedOrder[]): typeof orderColumns => {
  const columns = columnsBesideTax(drafts)
  return drafts.some(({ order }) => order.taxes !== null) ? { ...columns, ...orderTaxColumns } : columns
}

const columnsBesideTax = (drafts: DraftedOrder[]): typeof orderColumns => {
  if (drafts.some(({ order }) => order.credit_minor !== null)) return creditColumns
  if (drafts.some(({ order }) => order.owed_minor !== null)) return owingColumns
  return drafts.some(({ order }) => order.answers !== null) ? answeredColumns : orderColumns
}

/** Holders and tax go along only where something is known of them. */
function insertLines(orgId: OrgId, tx: Tx, now: Date, lines: OrderLine[]): Unsent[] {
  if (lines.length === 0) return []
  const isHeld = lines.some(({ holders }) => holders !== null)
  const isTaxed = lines.some(({ tax }) => tax !== null)
  const columns = { ...lineColumns, ...(isHeld && holderColumns), ...(isTaxed && taxColumns) }
  const rows =
    isHeld || isTaxed
      ? lines.map(({ tax, ...line }) => ({ ...line, ...tax, holders: line.holders && JSON.stringify(line.holders) }))
      : lines
  return [
    tx`
    insert into order_lines (org_id, ${namesOf(tx, columns)}, created_at)
    select ${orgId}, r.*, ${now}
    from ${records(tx, columns, rows)}`,
  ]
}

/** Orders of attempts before, as the basket and the buyer are now. */
const replaceOrders = (orgId: OrgId, tx: Tx, drafts: DraftedOrder[]): Unsent[] => [
  tx`
    update orders o
    set discount_id = r.discount_id, first_name = r.first_name, last_name = r.last_name, email_address = r.email_address,
      mobile_number = r.mobile_number, postcode = r.postcode, country_id = r.country_id, marketing_opt_in = r.marketing_opt_in,
      language = r.language,
      price_minor = r.price_minor, discount_minor = r.discount_minor, service_fee_minor = r.service_fee_minor,
      service_tax_minor = r.service_tax_minor, transaction_fee_minor = r.transaction_fee_minor,
      rebate_minor = r.rebate_minor, total_minor = r.total_minor, credit_minor = r.credit_minor, paid_minor = r.paid_minor,
      owed_minor = r.owed_minor, event_id = r.event_id, answers = r.answers, fee_tax_rate_id = r.fee_tax_rate_id,
      fee_tax_thousandths = r.fee_tax_thousandths, fee_tax_minor = r.fee_tax_minor, added_tax_minor = r.added_tax_minor, taxes = r.taxes,
      changed_at = r.changed_at
    from ${orderRecords(tx, { ...creditColumns, ...orderTaxColumns }, drafts)}
    where o.org_id = ${orgId}
      and o.order_id = r.order_id
      and o.order_status = 'pending'`,
  tx`
    delete from order_lines
    where org_id = ${orgId}
      and order_id = any (${drafts.map(({ order }) => order.order_id)}::bigint[])`,
]

/** Who is signed in when an order is paid for; who had been at an attempt before counts no more. */
function notePurchasers(orgId: OrgId, tx: Tx, now: Date, drafts: DraftedOrder[]): Unsent[] {
  const signedIn = drafts.flatMap(({ order, request: { fan } }) =>
    fan ? [{ orderId: order.order_id, identity: fan.identity }] : [],
  )
  const anonymous = drafts.flatMap(({ order, redrafted, request: { fan } }) =>
    redrafted && !fan ? [order.order_id] : [],
  )
  return [
    ...(signedIn.length > 0 ? [notePurchases(orgId, tx, now, signedIn)] : []),
    ...(anonymous.length > 0 ? [forgetPurchases(orgId, tx, anonymous)] : []),
  ]
}

/** What buyers have agreed to, where their organisation asks for it. */
function noteConsents(orgId: OrgId, tx: Tx, now: Date, drafts: DraftedOrder[]): Unsent[] {
  const consents = drafts.flatMap(({ order, basket: { row }, request: { termsVersion, buyer } }) =>
    row.terms_version === null || row.terms_version !== termsVersion
      ? []
      : [{ order_id: order.order_id, version: row.terms_version, language: buyer.language }],
  )
  if (consents.length === 0) return []
  return [
    tx`
      insert into terms_consents (org_id, order_id, version, language, accepted_at)
      select ${orgId}, r.order_id, r.version, r.language, ${now}
      from ${records(tx, consentColumns, consents)}
      on conflict (org_id, order_id) do update
      set version = excluded.version, language = excluded.language, accepted_at = excluded.accepted_at`,
  ]
}

const consentColumns = { order_id: 'bigint', version: 'integer', language: 'text' } as const

const orderColumns = {
  order_id: 'bigint',
  order_uuid: 'uuid',
  event_id: 'bigint',
  basket_id: 'uuid',
  discount_id: 'bigint',
  sales_channel: 'text',
  first_name: 'text',
  last_name: 'text',
  email_address: 'text',
  mobile_number: 'text',
  postcode: 'text',
  country_id: 'integer',
  marketing_opt_in: 'boolean',
  language: 'text',
  currency: 'text',
  price_minor: 'bigint',
  discount_minor: 'bigint',
  service_fee_minor: 'bigint',
  service_tax_minor: 'bigint',
  transaction_fee_minor: 'bigint',
  rebate_minor: 'bigint',
  total_minor: 'bigint',
  created_at: 'timestamptz',
  changed_at: 'timestamptz',
} as const

const answeredColumns = { ...orderColumns, answers: 'jsonb' } as const

const owingColumns = { ...answeredColumns, paid_minor: 'bigint', owed_minor: 'bigint' } as const

const orderTaxColumns = {
  fee_tax_rate_id: 'bigint',
  fee_tax_thousandths: 'integer',
  fee_tax_minor: 'bigint',
  added_tax_minor: 'bigint',
  taxes: 'jsonb',
} as const

const creditColumns = { ...owingColumns, credit_minor: 'bigint' } as const

const lineColumns = {
  order_line_id: 'bigint',
  order_id: 'bigint',
  event_id: 'bigint',
  price_category_id: 'bigint',
  price_id: 'bigint',
  quantity: 'integer',
  places: 'integer',
  price_minor: 'bigint',
  rebate_minor: 'bigint',
  service_fee_minor: 'bigint',
  service_tax_minor: 'bigint',
  discount_minor: 'bigint',
} as const

const holderColumns = { holders: 'jsonb' } as const
