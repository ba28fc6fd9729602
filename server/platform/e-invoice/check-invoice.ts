import { currencyExponent } from '../values/money.ts'
import {
  type Invoice,
  type InvoiceLine,
  invoiceTotals,
  type Party,
  type TaxCategory,
  type TaxSubtotal,
} from './invoice.ts'

/** A rule of EN 16931 that an invoice breaks, by its name in the standard. */
export type BrokenRule = { rule: string; problem: string }

/**
 * The rules of EN 16931 that depend on what an invoice says; those on the order and names of elements are the writers' part. A file that
 * breaks one is refused by the program that reads it, often weeks later, so none is handed out before these have been asked.
 */
export function checkInvoice(invoice: Invoice): BrokenRule[] {
  return [...head(invoice), ...parties(invoice), ...lines(invoice), ...amounts(invoice), ...taxes(invoice)]
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

function head(invoice: Invoice): BrokenRule[] {
  return broken([
    ['BR-02', isBlank(invoice.number), 'an invoice has a number'],
    ['BR-03', !DAY.test(invoice.issuedOn), 'an invoice has a day on which it was issued'],
    ['BR-05', !/^[A-Z]{3}$/.test(invoice.currency), 'an invoice has a currency'],
    ['BR-DEC-12', currencyExponent(invoice.currency) > 2, 'amounts have at most two decimals'],
    [
      'BR-CO-25',
      invoice.kind === 'invoice' && invoiceTotals(invoice).dueMinor > 0 && invoice.dueOn === null,
      'what is still to be paid has a day on which it is due',
    ],
    ['BR-55', invoice.corrects !== null && isBlank(invoice.corrects.number), 'what is corrected has a number'],
    [
      'BR-61',
      (invoice.payment.code === '30' || invoice.payment.code === '59') && invoice.payment.account === null,
      'a transfer has an account to go to',
    ],
  ])
}

function parties({ seller, buyer }: Invoice): BrokenRule[] {
  const hasNumber = seller.vatId !== null || seller.taxNumber !== null || seller.registerNumber !== null
  return broken([
    ['BR-06', isBlank(seller.name), 'the seller has a name'],
    ['BR-07', isBlank(buyer.name), 'the buyer has a name'],
    ['BR-09', !isCountry(seller), 'the seller’s address has a country'],
    ['BR-11', !isCountry(buyer), 'the buyer’s address has a country'],
    ['BR-CO-26', !hasNumber, 'the seller has a VAT number, a tax number or one of a register'],
    ['BR-CO-09', [seller, buyer].some(hasBareVatId), 'a VAT number begins with the letters of its country'],
  ])
}

/** Greece writes EL where ISO 3166 has GR, Northern Ireland XI. */
const hasBareVatId = ({ vatId }: Party): boolean => vatId !== null && !/^[A-Z]{2}[0-9A-Z+*]{2,}$/.test(vatId)
const isCountry = ({ address }: Party): boolean => /^[A-Z]{2}$/.test(address.country)
const isBlank = (text: string): boolean => text.trim() === ''

function lines(invoice: Invoice): BrokenRule[] {
  const each = invoice.lines.flatMap((line) =>
    broken([
      ['BR-22', !(Number.isSafeInteger(line.quantity) && line.quantity > 0), 'a line has a quantity'],
      ['BR-24', !Number.isSafeInteger(line.netMinor), 'a line has a net amount'],
      ['BR-25', isBlank(line.name), 'what a line is for has a name'],
      ['BR-27', line.netMinor < 0, 'a price is not negative'],
      [percentRule(line), !hasItsPercent(line), 'the percentage is not one of its category'],
    ]),
  )
  return [...broken([['BR-16', invoice.lines.length === 0, 'an invoice has a line']]), ...each]
}

const percentRules: Record<TaxCategory, string> = {
  S: 'BR-S-05',
  Z: 'BR-Z-05',
  E: 'BR-E-05',
  AE: 'BR-AE-05',
  O: 'BR-O-05',
}
const percentRule = ({ category }: InvoiceLine): string => percentRules[category]
const hasItsPercent = ({ category, percentMilli }: InvoiceLine): boolean =>
  category === 'S' ? percentMilli > 0 : percentMilli === 0

function amounts(invoice: Invoice): BrokenRule[] {
  const { netMinor, dueMinor } = invoiceTotals(invoice)
  const basis = invoice.taxes.reduce((sum, tax) => sum + tax.netMinor, 0)
  return broken([
    ['BR-CO-10', basis !== netMinor, 'what is taxed is the sum of the lines'],
    ['BR-CO-16', !Number.isSafeInteger(dueMinor), 'what is due is the total without what was paid'],
    ['BR-CO-18', invoice.taxes.length === 0, 'an invoice has a breakdown of its tax'],
  ])
}

const keyOf = ({ category, percentMilli }: Pick<TaxSubtotal, 'category' | 'percentMilli'>) =>
  `${category} ${percentMilli}`

function taxes(invoice: Invoice): BrokenRule[] {
  const linesOf = Map.groupBy(invoice.lines, keyOf)
  const each = invoice.taxes.flatMap((tax) => {
    const netMinor = (linesOf.get(keyOf(tax)) ?? []).reduce((sum, line) => sum + line.netMinor, 0)
    const needsReason = tax.category !== 'S' && tax.category !== 'Z'
    return broken([
      [`BR-${tax.category}-08`, netMinor !== tax.netMinor, 'what is taxed by a rate is the sum of its lines'],
      ['BR-CO-17', !isItsTax(tax, invoice.currency), 'the tax of a rate is its part of what it taxes'],
      [
        `BR-${tax.category}-10`,
        needsReason === (tax.reason === null),
        'what has no tax says why, and nothing else does',
      ],
    ])
  })
  const keys = invoice.taxes.map(keyOf)
  return [
    ...each,
    ...categories(invoice),
    ...broken([['BR-CO-18', new Set(keys).size < keys.length, 'a rate stands once']]),
  ]
}

function categories({ taxes: subtotals, seller, buyer }: Invoice): BrokenRule[] {
  const has = (category: TaxCategory) => subtotals.some((tax) => tax.category === category)
  const isKnownToTax = seller.vatId !== null || seller.taxNumber !== null
  return broken([
    ['BR-S-02', has('S') && !isKnownToTax, 'who takes VAT has a VAT number or a tax number'],
    ['BR-Z-02', has('Z') && !isKnownToTax, 'who takes VAT has a VAT number or a tax number'],
    ['BR-E-02', has('E') && !isKnownToTax, 'who is exempt has a VAT number or a tax number'],
    [
      'BR-AE-02',
      has('AE') && !(isKnownToTax && (buyer.vatId !== null || buyer.registerNumber !== null)),
      'for a reverse charge both have their numbers',
    ],
    [
      'BR-O-02',
      has('O') && (seller.vatId !== null || buyer.vatId !== null),
      'outside the scope of VAT there is no VAT number',
    ],
    ['BR-O-11', has('O') && subtotals.length > 1, 'what is outside the scope of VAT stands alone'],
  ])
}

/**
 * Tax is split from what the buyer pays line by line, so the sum over the lines may be some cents off the tax of the sum. The standard's
 * own test leaves room for less than one whole unit of the currency.
 */
function isItsTax({ percentMilli, netMinor, taxMinor }: TaxSubtotal, currency: string): boolean {
  const exact = (netMinor * percentMilli) / 100_000
  return Math.abs(taxMinor - exact) < 10 ** currencyExponent(currency)
}

/** Those of a list that are broken. */
export const broken = (rules: [rule: string, isBroken: boolean, problem: string][]): BrokenRule[] =>
  rules.flatMap(([rule, isBroken, problem]) => (isBroken ? [{ rule, problem }] : []))
