import { type BrokenRule, broken } from './check-invoice.ts'
import { isNumberOf } from './participant-id.ts'
import { contentAt, elementsAt, elementsOf, type Xml } from './xml.ts'

const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const COUNTRY = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'

/**
 * What BIS Billing 3.0 asks besides of sellers in Germany, Denmark and Norway, as far as our files have what it is about. What it only
 * advises, and the rules of other countries, are the access point's to say.
 */
export function checkCountryRules(root: Xml): BrokenRule[] {
  const [seller] = elementsAt(root, SELLER)
  const [buyer] = elementsAt(root, BUYER)
  if (!seller || !buyer) return []
  const from = contentAt(seller, COUNTRY)
  const to = contentAt(buyer, COUNTRY)
  if (from === 'DE' && to === 'DE') return german(root, seller, buyer)
  if (from === 'DK') return danish(root, seller, to === 'DK')
  return norwegian(seller)
}

/** Categories of VAT for which a seller has a number. */
const TAXED = ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M']
const TRANSFERS = ['30', '58']
const CARDS = ['48', '54', '55']

function german(root: Xml, seller: Xml, buyer: Xml): BrokenRule[] {
  const lacks = (party: Xml, path: string) => contentAt(party, path) === undefined
  const has = (path: string) => elementsAt(root, path).length > 0
  const isPaidBy = (codes: string[] = []) =>
    codes.includes(contentAt(root, 'cac:PaymentMeans/cbc:PaymentMeansCode') ?? '')
  const categories = elementsOf(root).filter(({ name }) => name === 'cac:TaxCategory')
  const isTaxed = categories.some((category) => TAXED.includes(contentAt(category, 'cbc:ID') ?? ''))
  const [account, card, mandate] = ['PayeeFinancialAccount', 'CardAccount', 'PaymentMandate'].map((name) =>
    has(`cac:PaymentMeans/cac:${name}`),
  )
  return broken([
    ['DE-R-001', !has('cac:PaymentMeans'), 'it says how it is paid'],
    ['DE-R-002', !elementsAt(seller, 'cac:Contact').length, 'the seller has a contact'],
    ['DE-R-003', lacks(seller, 'cac:PostalAddress/cbc:CityName'), 'the seller’s address has a city'],
    ['DE-R-004', lacks(seller, 'cac:PostalAddress/cbc:PostalZone'), 'the seller’s address has a postcode'],
    ['DE-R-005', lacks(seller, 'cac:Contact/cbc:Name'), 'the seller’s contact has a name'],
    ['DE-R-006', lacks(seller, 'cac:Contact/cbc:Telephone'), 'the seller’s contact has a telephone number'],
    ['DE-R-007', lacks(seller, 'cac:Contact/cbc:ElectronicMail'), 'the seller’s contact has an e-mail address'],
    ['DE-R-008', lacks(buyer, 'cac:PostalAddress/cbc:CityName'), 'the buyer’s address has a city'],
    ['DE-R-009', lacks(buyer, 'cac:PostalAddress/cbc:PostalZone'), 'the buyer’s address has a postcode'],
    ['DE-R-014', categories.some((category) => lacks(category, 'cbc:Percent')), 'every rate of tax has its percentage'],
    ['DE-R-015', lacks(root, 'cbc:BuyerReference'), 'the buyer’s reference is named'],
    ['DE-R-016', isTaxed && !has(`${SELLER}/cac:PartyTaxScheme`), 'the seller has a VAT number or a tax number'],
    ['DE-R-023-1', isPaidBy(TRANSFERS) && !account, 'a transfer has an account to go to'],
    ['DE-R-024-1', isPaidBy(CARDS) && !card, 'a card that was paid by has its number'],
    ['DE-R-025-1', isPaidBy(['59']) && !mandate, 'a direct debit has its mandate'],
  ])
}

/** Between Danes; 30, which others transfer by, is not among them. */
const DANISH_MEANS = ['1', '10', '31', '42', '48', '49', '50', '58', '59', '93', '97']

function danish(root: Xml, seller: Xml, isDomestic: boolean): BrokenRule[] {
  const [number] = elementsAt(seller, 'cac:PartyLegalEntity/cbc:CompanyID')
  const means = contentAt(root, 'cac:PaymentMeans/cbc:PaymentMeansCode')
  const isNegative = Number(contentAt(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount')) < 0
  const isInvoice = root.name === 'Invoice'
  return broken([
    ['DK-R-002', number === undefined, 'a Danish seller has a CVR number'],
    [
      'DK-R-005',
      isDomestic && isInvoice && means !== undefined && !DANISH_MEANS.includes(means),
      'how it is paid is one of the Danish ways',
    ],
    [
      'DK-R-014',
      number !== undefined && number.attributes.schemeID !== '0184',
      'the register number of a Danish seller is their CVR number',
    ],
    ['DK-R-016', isDomestic && !isInvoice && isNegative, 'a Danish credit note has no negative total'],
  ])
}

function norwegian(seller: Xml): BrokenRule[] {
  const vatIds = elementsAt(seller, 'cac:PartyTaxScheme')
    .filter((scheme) => contentAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT')
    .map((scheme) => contentAt(scheme, 'cbc:CompanyID') ?? '')
  const isWrong = (vatId: string) =>
    vatId.startsWith('NO') && !(/^NO\d{9}MVA$/.test(vatId) && isNumberOf('0192', vatId.slice(2, 11)))
  return broken([['NO-R-001', vatIds.some(isWrong), 'a Norwegian VAT number is NO, the register number and MVA']])
}
