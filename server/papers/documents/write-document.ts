import type {
  Invoice,
  InvoiceLine,
  Party,
  PaymentMeans,
  TaxCategory,
  TaxSubtotal,
} from '../../platform/e-invoice/invoice.ts'
import { countryCode } from '../../platform/values/countries.ts'
import { localDate } from '../../platform/values/time.ts'
import type { TaxKind } from '../../programme/tax-rates/tax-rate.ts'
import type { DocumentSettingsRow } from './document-settings.ts'
import { documentWords } from './document-words.ts'
import type { ReturnedRow, TakenBackRow } from './find-returned.ts'
import type { RateReason, SoldLineRow, SoldOrderRow } from './find-sold.ts'

/** What a document says, as it was issued: the invoice in the terms of EN 16931, and what only its pages show. */
export type DocumentContent = {
  invoice: Invoice
  language: string
  footer: string | null
  /** What each line costs with its tax, in the order of the invoice's lines. */
  grossMinor: number[]
}

/** One amount of an order with its tax; a rate that is null: nothing is known of tax. */
type Amount = {
  name: string
  description: string | null
  quantity: number
  grossMinor: number
  taxMinor: number
  rateId: number | null
  thousandths: number
}

export type Sold = { order: SoldOrderRow; lines: SoldLineRow[] }
export type Issue = { number: string; issuedAt: Date; settings: DocumentSettingsRow; rates: Map<number, RateReason> }

/** The document of an order: its lines, its fees and who paid, as they are on record when it is issued. */
export function writeDocument({ order, lines }: Sold, issue: Issue): DocumentContent {
  const words = documentWords(order.language, issue.settings.country)
  const amounts = amountsOf(order, lines, words)
  return compose(amounts, order, issue, {
    kind: 'invoice',
    corrects: null,
    dueOn: (order.owed_minor ?? 0) > 0 ? localDate(order.due_at ?? issue.issuedAt, order.timezone) : null,
    prepaidMinor: order.total_minor - (order.owed_minor ?? 0),
  })
}

/** What is asked for before there is an invoice: the same lines, and what is open of them. */
export function writeProforma(
  { order, lines }: Sold,
  issue: Issue,
  { dueAt, openMinor }: { dueAt: Date; openMinor: number },
): DocumentContent {
  return compose(amountsOf(order, lines, documentWords(order.language, issue.settings.country)), order, issue, {
    kind: 'invoice',
    corrects: null,
    dueOn: localDate(dueAt, order.timezone),
    prepaidMinor: order.total_minor - openMinor,
  })
}

/** What goes back of an order, by rate, as it was split when it went; what bears no rate is the rest. */
export function writeCreditNote(order: SoldOrderRow, returned: ReturnedRow, issue: Issue): DocumentContent {
  const { given_back: name } = documentWords(order.language, issue.settings.country)
  return compose(returnedAmounts(order, returned, name), order, issue, {
    kind: 'credit_note',
    corrects: { number: returned.label, issuedOn: returned.issued_on },
    dueOn: returned.is_paid ? null : localDate(issue.issuedAt, order.timezone),
    prepaidMinor: returned.is_paid ? returned.amount_minor : 0,
  })
}

/** What a credit note said, and does not hold: the club has the money still, or the buyer is asked for it again. */
export function writeTakenBack(order: SoldOrderRow, taken: TakenBackRow, issue: Issue): DocumentContent {
  const { return_reversed: name } = documentWords(order.language, issue.settings.country)
  return compose(returnedAmounts(order, taken, name), order, issue, {
    kind: 'invoice',
    corrects: { number: taken.label, issuedOn: taken.issued_on },
    dueOn: taken.is_paid ? null : localDate(issue.issuedAt, order.timezone),
    prepaidMinor: taken.is_paid ? taken.amount_minor : 0,
  })
}

function returnedAmounts(
  order: SoldOrderRow,
  { amount_minor: amountMinor, taxes }: Pick<ReturnedRow, 'amount_minor' | 'taxes'>,
  name: string,
): Amount[] {
  const taxed = taxes ?? []
  const restMinor = amountMinor - taxed.reduce((sum, share) => sum + share.amount_minor, 0)
  const one = { name, description: order.event_title, quantity: 1 }
  return [
    ...taxed.map((share) => ({
      ...one,
      grossMinor: share.amount_minor,
      taxMinor: share.tax_minor,
      rateId: share.tax_rate_id,
      thousandths: share.thousandths,
    })),
    { ...one, grossMinor: restMinor, taxMinor: 0, rateId: null, thousandths: 0 },
  ].filter(({ grossMinor }) => grossMinor > 0)
}

type About = Pick<Invoice, 'kind' | 'corrects' | 'dueOn' | 'prepaidMinor'>

function compose(
  amounts: Amount[],
  order: SoldOrderRow,
  { number, issuedAt, settings, rates }: Issue,
  about: About,
): DocumentContent {
  const untaxed = settings.untaxed_reason ?? documentWords(order.language, settings.country).untaxed
  const categories = categoriesOf(amounts, rates, { untaxed, hasVatId: settings.vat_id !== null })
  const lines = amounts.map((amount): InvoiceLine => {
    const { category, percentMilli } = categories(amount)
    const { name, description, quantity, grossMinor, taxMinor } = amount
    return { name, description, quantity, netMinor: grossMinor - taxMinor, category, percentMilli }
  })
  return {
    invoice: {
      ...about,
      number,
      issuedOn: localDate(issuedAt, order.timezone),
      suppliedOn: order.supplied_on,
      currency: order.currency,
      orderReference: order.recipient?.reference ?? String(order.order_id),
      notes: [],
      seller: sellerOf(settings),
      buyer: buyerPartyOf(order, settings.country),
      payment: paymentOf(order),
      lines,
      taxes: taxSubtotals(amounts, categories),
    },
    language: order.language,
    footer: settings.footer,
    grossMinor: amounts.map(({ grossMinor }) => grossMinor),
  }
}

/** Each line, its service fee, and the order's transaction fee, whose tax is what the order has beyond its lines. */
function amountsOf(
  order: SoldOrderRow,
  lines: SoldLineRow[],
  words: { serviceFee: string; transactionFee: string },
): Amount[] {
  const amounts = lines.flatMap((line): Amount[] => {
    const name = line.price_title === null ? line.title : `${line.title}, ${line.price_title}`
    const feeMinor = line.quantity * (line.service_fee_minor + line.service_tax_minor)
    const price = {
      name,
      description: order.event_title,
      quantity: line.quantity,
      grossMinor: line.quantity * line.price_minor - line.discount_minor + (line.added_tax_minor ?? 0),
      taxMinor: line.tax_minor ?? 0,
      rateId: line.tax_rate_id,
      thousandths: line.tax_thousandths ?? 0,
    }
    const fee = {
      ...price,
      name: words.serviceFee,
      description: name,
      grossMinor: feeMinor,
      taxMinor: line.fee_tax_minor ?? 0,
      rateId: line.fee_tax_rate_id,
      thousandths: line.fee_tax_thousandths ?? 0,
    }
    return feeMinor === 0 ? [price] : [price, fee]
  })
  return order.transaction_fee_minor === 0
    ? amounts
    : [...amounts, transactionFee(order, amounts, words.transactionFee)]
}

function transactionFee(order: SoldOrderRow, amounts: Amount[], name: string): Amount {
  const rest = (order.taxes ?? [])
    .map((share) => {
      const ofLines = amounts.filter(
        ({ rateId, thousandths }) => rateId === share.tax_rate_id && thousandths === share.thousandths,
      )
      const gross = share.amount_minor - ofLines.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
      const tax = share.tax_minor - ofLines.reduce((sum, { taxMinor }) => sum + taxMinor, 0)
      return { share, gross, tax }
    })
    .find(({ gross }) => gross > 0)
  return {
    name,
    description: null,
    quantity: 1,
    grossMinor: rest?.gross ?? order.transaction_fee_minor,
    taxMinor: rest?.tax ?? 0,
    rateId: rest?.share.tax_rate_id ?? null,
    thousandths: rest?.share.thousandths ?? 0,
  }
}

const kinds: Record<TaxKind, TaxCategory> = {
  standard: 'S',
  reduced: 'S',
  zero: 'Z',
  exempt: 'E',
  reverse_charge: 'AE',
  outside_scope: 'O',
}

type Category = { category: TaxCategory; percentMilli: number; reason: string | null }

/**
 * Which category of the standard each amount is of. What is outside the scope of VAT may stand neither beside what is within it (BR-O-11) nor
 * with a VAT number of the seller's (BR-O-02): there it is exempt, with the same reason.
 */
function categoriesOf(
  amounts: Amount[],
  rates: Map<number, RateReason>,
  { untaxed, hasVatId }: { untaxed: string; hasVatId: boolean },
): (amount: Amount) => Category {
  const of = ({ rateId, thousandths }: Amount): Category => {
    const rate = rateId === null ? undefined : rates.get(rateId)
    const kind = rate?.kind ?? 'outside_scope'
    if (thousandths > 0) return { category: 'S', percentMilli: thousandths, reason: null }
    // A standard or reduced rate of nothing, as laws had for a while, is what the standard calls zero.
    const category = kinds[kind] === 'S' ? 'Z' : kinds[kind]
    return { category, percentMilli: 0, reason: category === 'Z' ? null : (rate?.reason ?? untaxed) }
  }
  const isWithin = hasVatId || new Set(amounts.map((amount) => of(amount).category === 'O')).size > 1
  return (amount) => {
    const category = of(amount)
    return isWithin && category.category === 'O' ? { ...category, category: 'E' } : category
  }
}

/** One row for each category and percentage; where several have no tax for different reasons, all of them are said. */
function taxSubtotals(amounts: Amount[], categoryOf: (amount: Amount) => Category): TaxSubtotal[] {
  const subtotals = new Map<string, TaxSubtotal>()
  for (const amount of amounts) {
    const { category, percentMilli, reason } = categoryOf(amount)
    const key = `${category} ${percentMilli}`
    const subtotal = subtotals.get(key) ?? { category, percentMilli, netMinor: 0, taxMinor: 0, reason }
    const reasons = new Set([...(subtotal.reason?.split('; ') ?? []), ...(reason === null ? [] : [reason])])
    subtotals.set(key, {
      ...subtotal,
      netMinor: subtotal.netMinor + amount.grossMinor - amount.taxMinor,
      taxMinor: subtotal.taxMinor + amount.taxMinor,
      reason: reasons.size === 0 ? null : [...reasons].join('; '),
    })
  }
  return [...subtotals.values()]
}

type Named = Omit<DocumentSettingsRow, 'issued_from' | 'looked_until'>

export const sellerOf = (settings: Named): Party => ({
  name: settings.issuer_name,
  vatId: settings.vat_id,
  taxNumber: settings.tax_number,
  registerNumber: settings.register_number,
  email: null,
  address: {
    lines: settings.address_lines,
    postcode: settings.postcode,
    city: settings.city,
    country: settings.country,
  },
})

export function buyerPartyOf({ recipient, ...order }: SoldOrderRow, country: string): Party {
  const nameOnOrder = [order.first_name, order.last_name].filter((part) => part !== null).join(' ')
  const numbers = { taxNumber: null, registerNumber: null, email: order.email_address }
  if (!recipient) {
    const home = order.country_id === null ? undefined : countryCode(order.country_id)
    const address = { lines: [], postcode: order.postcode, city: null, country: home ?? country }
    return { ...numbers, name: nameOnOrder, vatId: null, address }
  }
  const { name, company, address_lines, postcode, city, vat_id } = recipient
  const lines = company === null ? address_lines : [name, ...address_lines].slice(0, 3)
  return {
    ...numbers,
    name: company ?? name,
    vatId: vat_id,
    address: { lines, postcode, city, country: recipient.country },
  }
}

/** As agreed, where nothing says how: what is owed may be paid in several ways. */
const codes: Record<string, PaymentMeans['code']> = { card: '48', card_reader: '48', cash: '10' }
const paymentOf = ({ payment_method }: SoldOrderRow): PaymentMeans => ({
  code: codes[payment_method ?? ''] ?? '1',
  account: null,
  reference: null,
})
