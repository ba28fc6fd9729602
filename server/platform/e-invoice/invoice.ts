/**
 * An invoice in the terms of EN 16931, as both syntaxes have it: what `write-ubl.ts` and `write-cii.ts` write and `check-invoice.ts` checks.
 * Amounts are whole minor units of the currency. A credit note has positive amounts, as both syntaxes want it: its type says that they go back.
 */
export type Invoice = {
  kind: 'invoice' | 'credit_note'
  number: string
  /** Days are yyyy-mm-dd, as they were at the seller. */
  issuedOn: string
  dueOn: string | null
  /** The day of the match, or the first day of a membership. */
  suppliedOn: string | null
  currency: string
  /** The buyer's own reference of the purchase. */
  orderReference: string
  notes: string[]
  /** The invoice that a credit note takes back, or the credit note that an invoice does. */
  corrects: { number: string; issuedOn: string } | null
  seller: Party
  buyer: Party
  payment: PaymentMeans
  lines: InvoiceLine[]
  taxes: TaxSubtotal[]
  /** The amount that was paid before the document was issued. */
  prepaidMinor: number
}

export type Party = {
  name: string
  /** With its country's letters, such as DE123456789. */
  vatId: string | null
  /** The number that the tax office knows a seller by who has no VAT number, or has both. */
  taxNumber: string | null
  /** Of the register of companies or associations. */
  registerNumber: string | null
  email: string | null
  address: { lines: string[]; postcode: string | null; city: string | null; country: string }
}

/** UNTDID 4461: cash, credit transfer, card, SEPA direct debit, or as agreed. */
export type PaymentMeans = {
  code: '10' | '30' | '48' | '59' | '1'
  account: { iban: string; bic: string | null; holder: string } | null
  /** The reference that a bank transfer must carry. */
  reference: string | null
}

/** UNCL 5305: standard (whatever its percentage above zero), zero, exempt, reverse charge, outside the scope of VAT. */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'O'

export type InvoiceLine = {
  name: string
  description: string | null
  quantity: number
  /** Of the whole line, without tax, after what was taken off. */
  netMinor: number
  category: TaxCategory
  /** Exact, in thousandths: 19 % is 19000. */
  percentMilli: number
}

export type TaxSubtotal = {
  category: TaxCategory
  percentMilli: number
  netMinor: number
  taxMinor: number
  /** Why there is no tax, in words; every category but S and Z has one. */
  reason: string | null
}

export type InvoiceTotals = { netMinor: number; taxMinor: number; grossMinor: number; dueMinor: number }

export function invoiceTotals({ lines, taxes, prepaidMinor }: Invoice): InvoiceTotals {
  const netMinor = lines.reduce((sum, line) => sum + line.netMinor, 0)
  const taxMinor = taxes.reduce((sum, tax) => sum + tax.taxMinor, 0)
  const grossMinor = netMinor + taxMinor
  return { netMinor, taxMinor, grossMinor, dueMinor: grossMinor - prepaidMinor }
}
