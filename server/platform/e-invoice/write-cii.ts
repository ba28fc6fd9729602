import { decimal, percent } from './amounts.ts'
import { type Invoice, type InvoiceLine, invoiceTotals, type Party } from './invoice.ts'
import { element, type Part, toXml, type Xml } from './xml.ts'

const CEFACT = 'urn:un:unece:uncefact:data:standard'
const SPECIFICATION = 'urn:cen.eu:en16931:2017'

/** EN 16931 in UN/CEFACT's cross industry invoice, D16B: what stands inside a Factur-X or ZUGFeRD file. The order is the schema's. */
export function writeCii(invoice: Invoice): string {
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', SPECIFICATION)]),
      ]),
      element('rsm:ExchangedDocument', [
        element('ram:ID', invoice.number),
        element('ram:TypeCode', invoice.kind === 'invoice' ? '380' : '381'),
        element('ram:IssueDateTime', [day('udt:DateTimeString', invoice.issuedOn)]),
        ...invoice.notes.map((note) => element('ram:IncludedNote', [element('ram:Content', note)])),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map((line, index) => lineItem(line, index, invoice.currency)),
        element('ram:ApplicableHeaderTradeAgreement', [
          element('ram:BuyerReference', invoice.orderReference),
          party('ram:SellerTradeParty', invoice.seller),
          party('ram:BuyerTradeParty', invoice.buyer),
          element('ram:BuyerOrderReferencedDocument', [element('ram:IssuerAssignedID', invoice.orderReference)]),
        ]),
        delivery(invoice),
        settlement(invoice),
      ]),
    ],
    {
      'xmlns:rsm': `${CEFACT}:CrossIndustryInvoice:100`,
      'xmlns:ram': `${CEFACT}:ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:udt': `${CEFACT}:UnqualifiedDataType:100`,
      'xmlns:qdt': `${CEFACT}:QualifiedDataType:100`,
    },
  )
  return toXml(root as Xml)
}

/** Format 102 is a day without dashes. */
const day = (name: string, date: string | null): Part =>
  element(name, date === null ? null : date.replaceAll('-', ''), { format: '102' })

/** The price is that of the whole quantity, so that no line has a price that was rounded. */
function lineItem(line: InvoiceLine, index: number, currency: string): Part {
  const net = decimal(line.netMinor, currency)
  const quantity = String(line.quantity)
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [
      element('ram:Name', line.name),
      element('ram:Description', line.description),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', net),
        element('ram:BasisQuantity', quantity, { unitCode: 'C62' }),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', quantity, { unitCode: 'C62' })]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', line.category),
        line.category !== 'O' && element('ram:RateApplicablePercent', percent(line.percentMilli)),
      ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [element('ram:LineTotalAmount', net)]),
    ]),
  ])
}

function party(name: string, { name: legalName, vatId, taxNumber, registerNumber, email, address }: Party): Part {
  const [first, second, third] = address.lines
  return element(name, [
    element('ram:Name', legalName),
    element('ram:SpecifiedLegalOrganization', [element('ram:ID', registerNumber)]),
    element('ram:PostalTradeAddress', [
      element('ram:PostcodeCode', address.postcode),
      element('ram:LineOne', first ?? null),
      element('ram:LineTwo', second ?? null),
      element('ram:LineThree', third ?? null),
      element('ram:CityName', address.city),
      element('ram:CountryID', address.country),
    ]),
    element('ram:URIUniversalCommunication', [element('ram:URIID', email, { schemeID: 'EM' })]),
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', vatId, { schemeID: 'VA' })]),
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', taxNumber, { schemeID: 'FC' })]),
  ])
}

/** The element has to be there even if nothing is known of the day. */
function delivery({ suppliedOn }: Invoice): Part {
  const happened = element('ram:ActualDeliverySupplyChainEvent', [
    element('ram:OccurrenceDateTime', [day('udt:DateTimeString', suppliedOn)]),
  ])
  return { name: 'ram:ApplicableHeaderTradeDelivery', attributes: {}, content: happened ? [happened] : [] }
}

function settlement(invoice: Invoice): Part {
  const { currency, payment, taxes, prepaidMinor, corrects } = invoice
  const { netMinor, taxMinor, grossMinor, dueMinor } = invoiceTotals(invoice)
  const money = (minor: number) => decimal(minor, currency)
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:PaymentReference', payment.reference),
    element('ram:InvoiceCurrencyCode', currency),
    element('ram:SpecifiedTradeSettlementPaymentMeans', [
      element('ram:TypeCode', payment.code),
      payment.account &&
        element('ram:PayeePartyCreditorFinancialAccount', [
          element('ram:IBANID', payment.account.iban),
          element('ram:AccountName', payment.account.holder),
        ]),
      payment.account &&
        element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', payment.account.bic)]),
    ]),
    ...taxes.map((tax) =>
      element('ram:ApplicableTradeTax', [
        element('ram:CalculatedAmount', money(tax.taxMinor)),
        element('ram:TypeCode', 'VAT'),
        element('ram:ExemptionReason', tax.reason),
        element('ram:BasisAmount', money(tax.netMinor)),
        element('ram:CategoryCode', tax.category),
        tax.category !== 'O' && element('ram:RateApplicablePercent', percent(tax.percentMilli)),
      ]),
    ),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:DueDateDateTime', [day('udt:DateTimeString', invoice.dueOn)]),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', money(netMinor)),
      element('ram:TaxBasisTotalAmount', money(netMinor)),
      element('ram:TaxTotalAmount', money(taxMinor), { currencyID: currency }),
      element('ram:GrandTotalAmount', money(grossMinor)),
      prepaidMinor !== 0 && element('ram:TotalPrepaidAmount', money(prepaidMinor)),
      element('ram:DuePayableAmount', money(dueMinor)),
    ]),
    corrects &&
      element('ram:InvoiceReferencedDocument', [
        element('ram:IssuerAssignedID', corrects.number),
        element('ram:FormattedIssueDateTime', [day('qdt:DateTimeString', corrects.issuedOn)]),
      ]),
  ])
}
