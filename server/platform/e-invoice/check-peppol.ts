import { isCurrency } from '../values/money.ts'
import { type BrokenRule, broken, checkInvoice } from './check-invoice.ts'
import { checkCountryRules } from './check-peppol-countries.ts'
import type { Invoice } from './invoice.ts'
import { isNumberOf, isPeppolScheme } from './participant-id.ts'
import { PEPPOL_PROFILE, PEPPOL_SPECIFICATION, type PeppolEnds } from './peppol.ts'
import { ublTree } from './write-ubl.ts'
import { contentAt, elementsAt, elementsOf, type Xml } from './xml.ts'

/** What keeps an invoice from being handed to an access point: rules of the standard, of Peppol and of the seller's country. */
export function checkForPeppol(invoice: Invoice, ends: PeppolEnds): BrokenRule[] {
  const tree = ublTree(invoice, ends)
  return [...checkInvoice(invoice), ...checkPeppol(tree), ...checkCountryRules(tree)]
}

const INVOICE_TYPES =
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'
const CREDIT_NOTE_TYPES = '81 83 381 396 532'
/** Direct debits, which name their mandate. */
const DEBITS = ['49', '59']
const AMOUNTS = /^cbc:(Tax|Taxable|LineExtension|TaxExclusive|TaxInclusive|Prepaid|Payable|Price)Amount$/
const DAYS = /^cbc:(IssueDate|DueDate|ActualDeliveryDate)$/
/** The rule allows this difference for rounding. */
const SLACK = 0.02

/** The rules of BIS Billing 3.0 on the file itself, by their names, of all that we write into one. */
export function checkPeppol(root: Xml): BrokenRule[] {
  return [...head(root), ...ends(root), ...taxesAndPayment(root), ...codes(root), ...lines(root)]
}

function head(root: Xml): BrokenRule[] {
  const profile = contentAt(root, 'cbc:ProfileID')
  const isReferredTo = contentAt(root, 'cbc:BuyerReference') ?? contentAt(root, 'cac:OrderReference/cbc:ID')
  return broken([
    ['PEPPOL-EN16931-R001', profile === undefined, 'the file names its business process'],
    ['PEPPOL-EN16931-R002', elementsAt(root, 'cbc:Note').length > 1, 'there is one note at most'],
    ['PEPPOL-EN16931-R003', isReferredTo === undefined, 'the buyer’s reference or their order is named'],
    [
      'PEPPOL-EN16931-R004',
      contentAt(root, 'cbc:CustomizationID') !== PEPPOL_SPECIFICATION,
      'the file names its specification',
    ],
    [
      'PEPPOL-EN16931-R007',
      profile !== undefined && profile !== PEPPOL_PROFILE,
      'the business process is one of Peppol’s',
    ],
    ['PEPPOL-EN16931-R008', elementsOf(root).some(isEmpty), 'no element is empty'],
  ])
}

const isEmpty = ({ content }: Xml): boolean =>
  typeof content === 'string' ? content.trim() === '' : content.length === 0

const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SELLER = 'cac:AccountingSupplierParty/cac:Party'

function ends(root: Xml): BrokenRule[] {
  const has = (party: string) => elementsAt(root, `${party}/cbc:EndpointID`).length === 1
  const numbers = elementsOf(root).filter(({ name }) => name === 'cbc:EndpointID' || name === 'cbc:CompanyID')
  return [
    ...broken([
      ['PEPPOL-EN16931-R010', !has(BUYER), 'the buyer has an electronic address'],
      ['PEPPOL-EN16931-R020', !has(SELLER), 'the seller has an electronic address'],
    ]),
    ...numbers.flatMap(({ attributes: { schemeID: scheme }, content }): BrokenRule[] => {
      if (scheme === undefined || isNumberOf(scheme, String(content).trim())) return []
      return [
        { rule: formRules[scheme] ?? 'PEPPOL-EN16931-CL008', problem: `${content} is no number of the list ${scheme}` },
      ]
    }),
  ]
}

/** By the list of a number, the rule on its form. */
const formRules: Record<string, string> = {
  '0007': 'PEPPOL-COMMON-R049',
  '0088': 'PEPPOL-COMMON-R040',
  '0096': 'PEPPOL-COMMON-R052',
  '0106': 'PEPPOL-COMMON-R054',
  '0151': 'PEPPOL-COMMON-R050',
  '0184': 'PEPPOL-COMMON-R042',
  '0190': 'PEPPOL-COMMON-R055',
  '0192': 'PEPPOL-COMMON-R041',
  '0198': 'PEPPOL-COMMON-R053',
  '0208': 'PEPPOL-COMMON-R043',
  '9944': 'PEPPOL-COMMON-R056-1',
}

function taxesAndPayment(root: Xml): BrokenRule[] {
  const totals = elementsAt(root, 'cac:TaxTotal')
  const split = totals.filter((total) => elementsAt(total, 'cac:TaxSubtotal').length > 0)
  const debits = elementsAt(root, 'cac:PaymentMeans').filter((means) =>
    DEBITS.includes(contentAt(means, 'cbc:PaymentMeansCode') ?? ''),
  )
  const hasMandates = debits.every((means) => contentAt(means, 'cac:PaymentMandate/cbc:ID') !== undefined)
  return broken([
    ['PEPPOL-EN16931-R053', split.length !== 1, 'the tax is split once'],
    ['PEPPOL-EN16931-R054', totals.length > split.length, 'the tax has no second total in the same currency'],
    ['PEPPOL-EN16931-R061', !hasMandates, 'a direct debit names its mandate'],
  ])
}

function codes(root: Xml): BrokenRule[] {
  const all = elementsOf(root)
  const currency = contentAt(root, 'cbc:DocumentCurrencyCode')
  const amounts = all.filter(({ name }) => AMOUNTS.test(name)).map(({ attributes }) => attributes.currencyID ?? '')
  const days = all.filter(({ name }) => DAYS.test(name))
  const schemesOfEnds = all
    .filter(({ name }) => name === 'cbc:EndpointID')
    .map(({ attributes }) => attributes.schemeID ?? '')
  const isOneOf = (list: string, path: string) => {
    const [code] = elementsAt(root, path)
    return code === undefined || list.split(' ').includes(String(code.content))
  }
  return broken([
    [
      'PEPPOL-EN16931-R051',
      amounts.some((code) => code !== currency),
      'all amounts are in the currency of the invoice',
    ],
    ['PEPPOL-EN16931-CL007', amounts.some((code) => !isCurrency(code)), 'the currency is one of ISO 4217'],
    ['PEPPOL-EN16931-CL008', !schemesOfEnds.every(isPeppolScheme), 'an electronic address is of a list of Peppol'],
    ['PEPPOL-EN16931-F001', days.some(({ content }) => !isDay(String(content))), 'a day is written YYYY-MM-DD'],
    ['PEPPOL-EN16931-P0100', !isOneOf(INVOICE_TYPES, 'cbc:InvoiceTypeCode'), 'the type is one of an invoice'],
    ['PEPPOL-EN16931-P0101', !isOneOf(CREDIT_NOTE_TYPES, 'cbc:CreditNoteTypeCode'), 'the type is one of a credit note'],
  ])
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

function lines(root: Xml): BrokenRule[] {
  const all = [...elementsAt(root, 'cac:InvoiceLine'), ...elementsAt(root, 'cac:CreditNoteLine')]
  return all.flatMap((line) => {
    const [quantity] = [...elementsAt(line, 'cbc:InvoicedQuantity'), ...elementsAt(line, 'cbc:CreditedQuantity')]
    const [base] = elementsAt(line, 'cac:Price/cbc:BaseQuantity')
    const number = (path: string) => Number(contentAt(line, path))
    const per = base === undefined ? 1 : Number(base.content)
    const exact = (Number(quantity?.content) * number('cac:Price/cbc:PriceAmount')) / (per || 1)
    return broken([
      [
        'PEPPOL-EN16931-R120',
        !(Math.abs(number('cbc:LineExtensionAmount') - exact) <= SLACK),
        'a line is quantity by price',
      ],
      ['PEPPOL-EN16931-R121', !(per > 0), 'a price is for more than nothing'],
      [
        'PEPPOL-EN16931-R130',
        base !== undefined && base.attributes.unitCode !== quantity?.attributes.unitCode,
        'a price is for the unit of its quantity',
      ],
    ])
  })
}
