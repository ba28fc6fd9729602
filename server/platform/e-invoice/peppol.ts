import type { Invoice, Party } from './invoice.ts'
import { isNumberOf, type ParticipantId } from './participant-id.ts'

/** BIS Billing 3.0: what a file says of itself, and by what access points find who takes such files. */
export const PEPPOL_SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
export const PEPPOL_PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
export const PEPPOL_PROCESS = `cenbii-procid-ubl::${PEPPOL_PROFILE}`

export function peppolDocumentType(kind: Invoice['kind']): string {
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote'
  const syntax = `urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}`
  return `busdox-docid-qns::${syntax}##${PEPPOL_SPECIFICATION}::2.1`
}

/** Whom a buyer asks about an invoice: Germans have to say it to each other. */
export type SellerContact = { name: string | null; phone: string | null; email: string | null }

/** What a file has to say in Peppol that the invoice itself does not. */
export type PeppolEnds = { sender: ParticipantId; receiver: ParticipantId; contact: SellerContact }

/** The list of Peppol that a country's register of companies is. */
const registers: Record<string, string> = { BE: '0208', DK: '0184', NL: '0106', NO: '0192', SE: '0007' }

/** By the number of the register that is known: as the participant's id, in the register's number, or in that for VAT. */
export function registered({ address, registerNumber, vatId }: Party, at: ParticipantId): Partial<ParticipantId> {
  const scheme = registers[address.country]
  if (scheme === undefined) return registerNumber === null ? {} : { value: registerNumber }
  const digits = (text: string | null) => text?.replace(/\D/g, '') ?? ''
  const numbers = [at.scheme === scheme ? digits(at.value) : '', digits(registerNumber), digits(vatId)]
  const value = numbers.find((number) => number !== '' && isNumberOf(scheme, number))
  if (value === undefined) return registerNumber === null ? {} : { value: registerNumber }
  // Validators of before November 2025 know a Danish number with its letters only, those of today both.
  return { scheme, value: scheme === '0184' ? `DK${value}` : value }
}

export const isDomestic = ({ seller, buyer }: Invoice, country: string): boolean =>
  seller.address.country === country && buyer.address.country === country
