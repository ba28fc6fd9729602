import { decimal, percent } from './amounts.ts'
import { type Invoice, type InvoiceLine, invoiceTotals, type Party, type TaxSubtotal } from './invoice.ts'
import { element, type Part, toXml, type Xml } from './xml.ts'

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const SPECIFICATION = 'urn:cen.eu:en16931:2017'

/**
 * EN 16931 in UBL 2.1. The order of the elements is the schema's. What the two documents call by other names is in `names`; a credit note
 * has its due day with the means of payment, an invoice at the top.
 */
export function writeUbl(invoice: Invoice): string {
  const names = invoice.kind === 'invoice' ? invoiceNames : creditNoteNames
  const isInvoice = invoice.kind === 'invoice'
  const content = [
    element('cbc:CustomizationID', SPECIFICATION),
    element('cbc:ID', invoice.number),
    element('cbc:IssueDate', invoice.issuedOn),
    isInvoice && element('cbc:DueDate', invoice.dueOn),
    element(names.typeCode, names.code),
    ...invoice.notes.map((note) => element('cbc:Note', note)),
    element('cbc:DocumentCurrencyCode', invoice.currency),
    element('cbc:BuyerReference', invoice.orderReference),
    element('cac:OrderReference', [element('cbc:ID', invoice.orderReference)]),
    corrected(invoice),
    element('cac:AccountingSupplierParty', [party(invoice.seller)]),
    element('cac:AccountingCustomerParty', [party(invoice.buyer)]),
    element('cac:Delivery', [element('cbc:ActualDeliveryDate', invoice.suppliedOn)]),
    paymentMeans(invoice),
    taxTotal(invoice),
    monetaryTotal(invoice),
    ...invoice.lines.map((line, index) => invoiceLine(line, index, invoice.currency, names)),
  ]
  const root = element(names.root, content, {
    xmlns: `${UBL}:${names.root}-2`,
    'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  })
  return toXml(root as Xml)
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

function party({ name, vatId, taxNumber, registerNumber, email, address }: Party): Part {
  const [street, second, third] = address.lines
  return element('cac:Party', [
    element('cbc:EndpointID', email, { schemeID: 'EM' }),
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
    element('cac:PartyLegalEntity', [element('cbc:RegistrationName', name), element('cbc:CompanyID', registerNumber)]),
  ])
}

function paymentMeans({ kind, payment, dueOn }: Invoice): Part {
  return element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', payment.code),
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

function taxTotal(invoice: Invoice): Part {
  const { currency, taxes } = invoice
  return element('cac:TaxTotal', [
    amount('cbc:TaxAmount', invoiceTotals(invoice).taxMinor, currency),
    ...taxes.map((tax) =>
      element('cac:TaxSubtotal', [
        amount('cbc:TaxableAmount', tax.netMinor, currency),
        amount('cbc:TaxAmount', tax.taxMinor, currency),
        taxCategory('cac:TaxCategory', tax),
      ]),
    ),
  ])
}

/** What is outside the scope of VAT has no percentage, not even zero. */
const taxCategory = (name: string, tax: Pick<TaxSubtotal, 'category' | 'percentMilli'> & { reason?: string | null }) =>
  element(name, [
    element('cbc:ID', tax.category),
    tax.category !== 'O' && element('cbc:Percent', percent(tax.percentMilli)),
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
