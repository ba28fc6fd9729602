import type { Party, TaxCategory } from '../../platform/e-invoice/invoice.ts'
import { taxWithin } from '../../programme/tax-rates/split-tax.ts'
import { documentWords } from '../documents/document-words.ts'
import type { DocumentContent } from '../documents/write-document.ts'
import { type OperatorIssuer, partyOfIssuer } from './operator-issuer.ts'

/** The fees of a month in one currency. */
export type MonthOfFees = { month: string; currency: string; payments: number; totalMinor: number }

type About = { number: string; issuedOn: string; buyer: Party; language: string }

const UNTAXED = { reverse_charge: 'AE', exempt: 'E', outside_scope: 'O' } as const

/** One line: all fees of the month, which were kept of the payments, so that nothing is left to pay. */
export function writeOperatorInvoice(fees: MonthOfFees, issuer: OperatorIssuer, about: About): DocumentContent {
  const { totalMinor } = fees
  const percentMilli = Math.round(issuer.tax_percentage * 1000)
  const taxMinor = taxWithin(totalMinor, percentMilli)
  const category: TaxCategory = percentMilli > 0 ? 'S' : UNTAXED[issuer.untaxed ?? 'outside_scope']
  const netMinor = totalMinor - taxMinor
  return {
    invoice: {
      kind: 'invoice',
      number: about.number,
      issuedOn: about.issuedOn,
      dueOn: null,
      suppliedOn: lastDayOf(fees.month),
      currency: fees.currency,
      orderReference: fees.month,
      notes: [],
      corrects: null,
      seller: partyOfIssuer(issuer),
      buyer: about.buyer,
      payment: { code: '1', account: null, reference: null },
      lines: [
        {
          name: documentWords(about.language, issuer.country).operatorFees,
          description: new Intl.DateTimeFormat(about.language, {
            month: 'long',
            year: 'numeric',
            timeZone: 'UTC',
          }).format(new Date(`${fees.month}-01T00:00:00Z`)),
          quantity: fees.payments,
          netMinor,
          category,
          percentMilli,
        },
      ],
      taxes: [
        {
          category,
          percentMilli,
          netMinor,
          taxMinor,
          reason: percentMilli > 0 ? null : (issuer.untaxed_reason ?? null),
        },
      ],
      prepaidMinor: totalMinor,
    },
    language: about.language,
    footer: issuer.footer ?? null,
    grossMinor: [totalMinor],
  }
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
