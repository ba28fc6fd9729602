import { decimal, percent } from './amounts.ts'
import { type Invoice, type InvoiceLine, invoiceTotals, type Party, type TaxSubtotal } from './invoice.ts'
import type { ParticipantId } from './participant-id.ts'
import { isDomestic, PEPPOL_PROFILE, PEPPOL_SPECIFICATION, type PeppolEnds, registered } from './peppol.ts'
import { element, type Part, toXml, type Xml } from './xml.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const SPECIFICATION = 'urn:cen.eu:en16931:2017'

/**
 * EN 16931 in UBL 2.1. The order of the elements is the schema's. What the two documents call by other names is in `names`; a credit note
 * has its due day with the means of payment, an invoice at the top.
 */
export const writeUbl = (invoice: Invoice, peppol?: PeppolEnds): string => toXml(ublTree(invoice, peppol))

/** The same before it is text; `peppol`: as Peppol's BIS Billing 3.0 wants it. */
export function ublTree(invoice: Invoice, peppol?: PeppolEnds): Xml {
  const names = invoice.kind === 'invoice' ? invoiceNames : creditNoteNames
  const isInvoice = invoice.kind === 'invoice'
  const content = [
    element('cbc:CustomizationID', peppol ? PEPPOL_SPECIFICATION : SPECIFICATION),
    peppol !== undefined && element('cbc:ProfileID', PEPPOL_PROFILE),
    element('cbc:ID', invoice.number),
    element('cbc:IssueDate', invoice.issuedOn),
    isInvoice && element('cbc:DueDate', invoice.dueOn),
    element(names.typeCode, names.code),
    ...invoice.notes.map((note) => element('cbc:Note', note)),
    element('cbc:DocumentCurrencyCode', invoice.currency),
    element('cbc:BuyerReference', invoice.orderReference),
    element('cac:OrderReference', [element('cbc:ID', invoice.orderReference)]),
    corrected(invoice),
    element('cac:AccountingSupplierParty', [party(invoice.seller, peppol?.sender, contact(peppol))]),
    element('cac:AccountingCustomerParty', [party(invoice.buyer, peppol?.receiver)]),
    element('cac:Delivery', [element('cbc:ActualDeliveryDate', invoice.suppliedOn)]),
    paymentMeans(invoice, peppol !== undefined),
    taxTotal(invoice, peppol !== undefined && isDomestic(invoice, 'DE')),
    monetaryTotal(invoice),
    ...invoice.lines.map((line, index) => invoiceLine(line, index, invoice.currency, names)),
  ]
  const root = element(names.root, content, {
    xmlns: `${UBL}:${names.root}-2`,
    'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  })
  return root as Xml
}

const invoiceNames = {
  root: 'Invoice',
  typeCode: 'cbc:InvoiceTypeCode',
  code: '380',
  line: 'cac:InvoiceLine',
  quantity: 'cbc:InvoicedQuantity',
}
const creditNoteNames = {
  root: 'CreditNote',
  typeCode: 'cbc:CreditNoteTypeCode',
  code: '381',
  line: 'cac:CreditNoteLine',
  quantity: 'cbc:CreditedQuantity',
}
type Names = typeof invoiceNames

const vat = () => element('cac:TaxScheme', [element('cbc:ID', 'VAT')])

const amount = (name: string, minor: number, currency: string): Part =>
  element(name, decimal(minor, currency), { currencyID: currency })

const corrected = ({ corrects }: Invoice): Part =>
  corrects &&
  element('cac:BillingReference', [
    element('cac:InvoiceDocumentReference', [
      element('cbc:ID', corrects.number),
      element('cbc:IssueDate', corrects.issuedOn),
    ]),
  ])

const contact = (peppol: PeppolEnds | undefined): Part =>
  peppol !== undefined &&
  element('cac:Contact', [
    element('cbc:Name', peppol.contact.name),
    element('cbc:Telephone', peppol.contact.phone),
    element('cbc:ElectronicMail', peppol.contact.email),
  ])

function party(of: Party, at?: ParticipantId, contactPart: Part = null): Part {
  const { name, vatId, taxNumber, email, address } = of
  const [street, second, third] = address.lines
  const { scheme, value = null } = at ? registered(of, at) : { value: of.registerNumber }
  return element('cac:Party', [
    at
      ? element('cbc:EndpointID', at.value, { schemeID: at.scheme })
      : element('cbc:EndpointID', email, { schemeID: 'EM' }),
    element('cac:PostalAddress', [
      element('cbc:StreetName', street ?? null),
      element('cbc:AdditionalStreetName', second ?? null),
      element('cbc:CityName', address.city),
      element('cbc:PostalZone', address.postcode),
      element('cac:AddressLine', [element('cbc:Line', third ?? null)]),
      element('cac:Country', [element('cbc:IdentificationCode', address.country)]),
    ]),
    vatId !== null && element('cac:PartyTaxScheme', [element('cbc:CompanyID', vatId), vat()]),
    taxNumber !== null &&
      element('cac:PartyTaxScheme', [
        element('cbc:CompanyID', taxNumber),
        element('cac:TaxScheme', [element('cbc:ID', 'TAX')]),
      ]),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', name),
      element('cbc:CompanyID', value, scheme === undefined ? {} : { schemeID: scheme }),
    ]),
    contactPart,
  ])
}

/** Between Germans a card's code goes with its number, which is not kept: how it was paid is left open. */
function paymentMeans(invoice: Invoice, isForPeppol: boolean): Part {
  const { kind, payment, dueOn } = invoice
  const isLeftOpen = isForPeppol && payment.code === '48' && isDomestic(invoice, 'DE')
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', isLeftOpen ? '1' : payment.code),
    kind === 'credit_note' && element('cbc:PaymentDueDate', dueOn),
    element('cbc:PaymentID', payment.reference),
    payment.account &&
      element('cac:PayeeFinancialAccount', [
        element('cbc:ID', payment.account.iban),
        element('cbc:Name', payment.account.holder),
        element('cac:FinancialInstitutionBranch', [element('cbc:ID', payment.account.bic)]),
      ]),
  ])
}

function taxTotal(invoice: Invoice, needsPercent: boolean): Part {
  const { currency, taxes } = invoice
  return element('cac:TaxTotal', [
    amount('cbc:TaxAmount', invoiceTotals(invoice).taxMinor, currency),
    ...taxes.map((tax) =>
      element('cac:TaxSubtotal', [
        amount('cbc:TaxableAmount', tax.netMinor, currency),
        amount('cbc:TaxAmount', tax.taxMinor, currency),
        taxCategory('cac:TaxCategory', tax, needsPercent),
      ]),
    ),
  ])
}

type Taxed = Pick<TaxSubtotal, 'category' | 'percentMilli'> & { reason?: string | null }

/** What is outside the scope of VAT has no percentage, not even zero; where Germans split the tax for each other, it has (DE-R-014). */
const taxCategory = (name: string, tax: Taxed, needsPercent = false) =>
  element(name, [
    element('cbc:ID', tax.category),
    (needsPercent || tax.category !== 'O') && element('cbc:Percent', percent(tax.percentMilli)),
    element('cbc:TaxExemptionReason', tax.reason ?? null),
    vat(),
  ])

function monetaryTotal(invoice: Invoice): Part {
  const { currency, prepaidMinor } = invoice
  const { netMinor, grossMinor, dueMinor } = invoiceTotals(invoice)
  return element('cac:LegalMonetaryTotal', [
    amount('cbc:LineExtensionAmount', netMinor, currency),
    amount('cbc:TaxExclusiveAmount', netMinor, currency),
    amount('cbc:TaxInclusiveAmount', grossMinor, currency),
    prepaidMinor !== 0 && amount('cbc:PrepaidAmount', prepaidMinor, currency),
    amount('cbc:PayableAmount', dueMinor, currency),
  ])
}

/** The price is that of the whole quantity, so that no line has a price that was rounded. */
const invoiceLine = (line: InvoiceLine, index: number, currency: string, names: Names): Part =>
  element(names.line, [
    element('cbc:ID', String(index + 1)),
    element(names.quantity, String(line.quantity), { unitCode: 'C62' }),
    amount('cbc:LineExtensionAmount', line.netMinor, currency),
    element('cac:Item', [
      element('cbc:Description', line.description),
      element('cbc:Name', line.name),
      taxCategory('cac:ClassifiedTaxCategory', line),
    ]),
    element('cac:Price', [
      amount('cbc:PriceAmount', line.netMinor, currency),
      element('cbc:BaseQuantity', String(line.quantity), { unitCode: 'C62' }),
    ]),
  ])
