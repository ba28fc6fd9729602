import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { checkForPeppol, checkPeppol } from './check-peppol.ts'
import { checkCountryRules } from './check-peppol-countries.ts'
import type { Invoice, Party } from './invoice.ts'
import { readParticipantId } from './participant-id.ts'
import { type PeppolEnds, peppolDocumentType } from './peppol.ts'
import { ublTree, writeUbl } from './write-ubl.ts'
import type { Xml } from './xml.ts'

const party = (name: string, country: string, numbers: Partial<Party> = {}): Party => ({
  name,
  vatId: null,
  taxNumber: null,
  registerNumber: null,
  email: 'office@club.example',
  address: { lines: ['Havnegade 1'], postcode: '5000', city: 'Havneby', country },
  ...numbers,
})

const invoice: Invoice = {
  kind: 'invoice',
  number: 'RE-000001',
  issuedOn: '2026-11-18',
  dueOn: null,
  suppliedOn: '2026-12-01',
  currency: 'EUR',
  orderReference: 'PO 4711',
  notes: [],
  corrects: null,
  seller: party('Harbour City e. V.', 'DE', { vatId: 'DE136695976', registerNumber: 'VR 123' }),
  buyer: party('Werft GmbH', 'DE'),
  payment: { code: '48', account: null, reference: null },
  lines: [
    { name: 'Main stand', description: null, quantity: 3, netMinor: 8411, category: 'S', percentMilli: 7000 },
    { name: 'Fee', description: null, quantity: 1, netMinor: 210, category: 'S', percentMilli: 19_000 },
  ],
  taxes: [
    { category: 'S', percentMilli: 7000, netMinor: 8411, taxMinor: 589, reason: null },
    { category: 'S', percentMilli: 19_000, netMinor: 210, taxMinor: 40, reason: null },
  ],
  prepaidMinor: 9250,
}

const contact = { name: 'Office', phone: '+49 421 1234', email: 'office@club.example' }
const ends = (sender: string, receiver: string): PeppolEnds => ({
  sender: readParticipantId(sender),
  receiver: readParticipantId(receiver),
  contact,
})
const german = ends('9930:DE136695976', '0204:04011000-1234512345-06')

const danish: Invoice = {
  ...invoice,
  currency: 'DKK',
  seller: party('Havneby IF', 'DK', { vatId: 'DK13585628' }),
  buyer: party('Værft A/S', 'DK'),
}
const danishEnds = ends('0184:13585628', '0184:DK88146328')
const norwegian: Invoice = {
  ...invoice,
  currency: 'NOK',
  seller: party('Havneby IL', 'NO', { vatId: 'NO991825827MVA' }),
  buyer: party('Verft AS', 'NO'),
}
const norwegianEnds = ends('0192:991825827', '0192:974760673')

/** What stands in elements of a name, in their order. */
const inside = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '')

const rulesOf = (broken: { rule: string }[]): string[] => broken.map(({ rule }) => rule)

describe('an invoice for Peppol', () => {
  test('keeps all rules: German, Danish and Norwegian, and a credit note', () => {
    for (const [sold, at] of [
      [invoice, german],
      [danish, danishEnds],
      [norwegian, norwegianEnds],
    ] as const) {
      const note: Invoice = { ...sold, kind: 'credit_note', corrects: { number: 'RE-1', issuedOn: '2026-11-17' } }
      for (const one of [sold, note]) {
        assert.deepEqual(checkForPeppol(one, at), [], one.seller.address.country)
        const xml = writeUbl(one, at)
        assert.ok(xml.isWellFormed())
        assert.deepEqual(inside(xml, 'cbc:EndpointID'), [at.sender.value, at.receiver.value])
      }
    }
  })

  test('says that it is for Peppol, who sends it to whom and whom to ask; by itself the file says none of it', () => {
    const xml = writeUbl(invoice, german)
    assert.match(
      xml,
      /<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0<\/cbc:CustomizationID>\s*<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</,
    )
    assert.match(xml, /<cbc:EndpointID schemeID="9930">DE136695976</)
    assert.match(xml, /<\/cac:PartyLegalEntity>\s*<cac:Contact>\s*<cbc:Name>Office<\/cbc:Name>\s*<cbc:Telephone>/)
    assert.doesNotMatch(writeUbl(invoice), /ProfileID|cac:Contact|9930/)
    assert.match(writeUbl(invoice), /schemeID="EM">office@club.example/)
    assert.match(
      peppolDocumentType('credit_note'),
      /CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#.*::2.1$/,
    )
  })

  test('has the register number as the country writes it', () => {
    const companyIds = (sold: Invoice, at: PeppolEnds) =>
      [
        ...writeUbl(sold, at).matchAll(
          /<cbc:CompanyID(?: schemeID="(\d+)")?>([^<]*)<\/cbc:CompanyID>\s*<\/cac:PartyLegal/g,
        ),
      ].map(([, scheme, value]) => [scheme, value])
    assert.deepEqual(companyIds(danish, danishEnds), [
      ['0184', 'DK13585628'],
      ['0184', 'DK88146328'],
    ])
    // With a number of another list at its end, that of the register is the one for VAT.
    assert.deepEqual(companyIds(danish, ends('0088:5790000435975', '0184:88146328'))[0], ['0184', 'DK13585628'])
    assert.deepEqual(companyIds(norwegian, norwegianEnds)[0], ['0192', '991825827'])
    assert.deepEqual(companyIds(invoice, german), [[undefined, 'VR 123']])
  })

  test('between Germans leaves open how a card paid, and has a percentage of nothing where there is no tax', () => {
    assert.deepEqual(inside(writeUbl(invoice, german), 'cbc:PaymentMeansCode'), ['1'])
    assert.deepEqual(inside(writeUbl(danish, danishEnds), 'cbc:PaymentMeansCode'), ['48'])
    const outside: Invoice = {
      ...invoice,
      seller: party('Harbour City e. V.', 'DE', { registerNumber: 'VR 123' }),
      lines: [{ name: 'Fee', description: null, quantity: 1, netMinor: 9250, category: 'O', percentMilli: 0 }],
      taxes: [{ category: 'O', percentMilli: 0, netMinor: 9250, taxMinor: 0, reason: 'Membership fee' }],
    }
    assert.deepEqual(checkForPeppol(outside, german), [])
    assert.deepEqual(inside(writeUbl(outside, german), 'cbc:Percent'), ['0.00'])
    assert.deepEqual(inside(writeUbl(outside), 'cbc:Percent'), [])
  })

  test('whatever people typed, no element is empty and none is left by it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        const typed = {
          ...invoice,
          seller: { ...invoice.seller, address: { ...invoice.seller.address, lines: [text] } },
        }
        assert.ok(!rulesOf(checkPeppol(ublTree(typed, german))).includes('PEPPOL-EN16931-R008'))
        assert.doesNotMatch(writeUbl(typed, german), /<([\w:]+)(?: [^>]*)?>\s*<\/\1>/)
      }),
    )
  })
})

type Change = (element: Xml) => Xml | undefined
/** The same file, each element of a name changed, or taken out. */
function changed(root: Xml, name: string, change: Change): Xml {
  if (typeof root.content === 'string') return root
  const content = root.content.flatMap((child) => {
    const next = child.name === name ? change(child) : changed(child, name, change)
    return next ? [next] : []
  })
  return { ...root, content }
}
const without = (name: string) => (root: Xml) => changed(root, name, () => undefined)
const saying = (name: string, content: string) => (root: Xml) => changed(root, name, (one) => ({ ...one, content }))
const marked = (name: string, attributes: Record<string, string>) => (root: Xml) =>
  changed(root, name, (one) => ({ ...one, attributes: { ...one.attributes, ...attributes } }))
/** Of one party alone. */
const inParty = (name: string, change: (root: Xml) => Xml) => (root: Xml) => changed(root, name, change)

const SELLER = 'cac:AccountingSupplierParty'
const BUYER = 'cac:AccountingCustomerParty'

const breaks: Record<string, (root: Xml) => Xml> = {
  'PEPPOL-EN16931-R001': without('cbc:ProfileID'),
  'PEPPOL-EN16931-R002': (root) => ({
    ...root,
    content: [
      ...(root.content as Xml[]),
      ...['a', 'b'].map((content) => ({ name: 'cbc:Note', attributes: {}, content })),
    ],
  }),
  'PEPPOL-EN16931-R003': (root) => without('cac:OrderReference')(without('cbc:BuyerReference')(root)),
  'PEPPOL-EN16931-R004': saying('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
  'PEPPOL-EN16931-R007': saying('cbc:ProfileID', 'urn:example'),
  'PEPPOL-EN16931-R008': saying('cbc:CityName', ' '),
  'PEPPOL-EN16931-R010': inParty(BUYER, without('cbc:EndpointID')),
  'PEPPOL-EN16931-R020': inParty(SELLER, without('cbc:EndpointID')),
  'PEPPOL-EN16931-R051': marked('cbc:PayableAmount', { currencyID: 'SEK' }),
  'PEPPOL-EN16931-R053': without('cac:TaxSubtotal'),
  'PEPPOL-EN16931-R054': (root) => ({
    ...root,
    content: [...(root.content as Xml[]), { name: 'cac:TaxTotal', attributes: {}, content: [] }],
  }),
  'PEPPOL-EN16931-R061': saying('cbc:PaymentMeansCode', '59'),
  'PEPPOL-EN16931-R120': saying('cbc:PriceAmount', '1.00'),
  'PEPPOL-EN16931-R121': saying('cbc:BaseQuantity', '0'),
  'PEPPOL-EN16931-R130': marked('cbc:BaseQuantity', { unitCode: 'HUR' }),
  'PEPPOL-EN16931-CL007': marked('cbc:PayableAmount', { currencyID: 'EURO' }),
  'PEPPOL-EN16931-CL008': inParty(BUYER, marked('cbc:EndpointID', { schemeID: 'EM' })),
  'PEPPOL-EN16931-F001': saying('cbc:IssueDate', '2026-02-30'),
  'PEPPOL-EN16931-P0100': saying('cbc:InvoiceTypeCode', '389'),
  'PEPPOL-COMMON-R040': inParty(BUYER, (root) =>
    saying('cbc:EndpointID', '5790000435974')(marked('cbc:EndpointID', { schemeID: '0088' })(root)),
  ),
  'PEPPOL-COMMON-R042': inParty(SELLER, saying('cbc:EndpointID', '1234567')),
}

describe('a rule of Peppol is said by its name', () => {
  const file = ublTree(danish, danishEnds)
  test('and broken by nothing that we write', () => assert.deepEqual(checkPeppol(file), []))
  for (const [rule, change] of Object.entries(breaks)) {
    test(rule, () =>
      assert.ok(rulesOf(checkPeppol(change(file))).includes(rule), rulesOf(checkPeppol(change(file))).join()),
    )
  }
  test('PEPPOL-EN16931-P0101', () => {
    const note = ublTree({ ...danish, kind: 'credit_note' }, danishEnds)
    assert.deepEqual(rulesOf(checkPeppol(saying('cbc:CreditNoteTypeCode', '380')(note))), ['PEPPOL-EN16931-P0101'])
  })
  test('a rule of the standard is asked as well', () => {
    assert.ok(rulesOf(checkForPeppol({ ...danish, number: '' }, danishEnds)).includes('BR-02'))
  })
})

const ofCountries: Record<string, [sold: Invoice, at: PeppolEnds, change: (root: Xml) => Xml]> = {
  'DE-R-001': [invoice, german, without('cac:PaymentMeans')],
  'DE-R-002': [invoice, german, without('cac:Contact')],
  'DE-R-003': [invoice, german, inParty(SELLER, without('cbc:CityName'))],
  'DE-R-004': [invoice, german, inParty(SELLER, without('cbc:PostalZone'))],
  'DE-R-005': [invoice, german, inParty('cac:Contact', without('cbc:Name'))],
  'DE-R-006': [invoice, german, without('cbc:Telephone')],
  'DE-R-007': [invoice, german, without('cbc:ElectronicMail')],
  'DE-R-008': [invoice, german, inParty(BUYER, without('cbc:CityName'))],
  'DE-R-009': [invoice, german, inParty(BUYER, without('cbc:PostalZone'))],
  'DE-R-014': [invoice, german, inParty('cac:TaxSubtotal', without('cbc:Percent'))],
  'DE-R-015': [invoice, german, without('cbc:BuyerReference')],
  'DE-R-016': [invoice, german, without('cac:PartyTaxScheme')],
  'DE-R-023-1': [invoice, german, saying('cbc:PaymentMeansCode', '58')],
  'DE-R-024-1': [invoice, german, saying('cbc:PaymentMeansCode', '48')],
  'DE-R-025-1': [invoice, german, saying('cbc:PaymentMeansCode', '59')],
  'DK-R-002': [danish, danishEnds, inParty('cac:PartyLegalEntity', without('cbc:CompanyID'))],
  'DK-R-005': [danish, danishEnds, saying('cbc:PaymentMeansCode', '30')],
  'DK-R-014': [danish, danishEnds, inParty('cac:PartyLegalEntity', marked('cbc:CompanyID', { schemeID: '0002' }))],
  'DK-R-016': [{ ...danish, kind: 'credit_note' }, danishEnds, saying('cbc:PayableAmount', '-1.00')],
  'NO-R-001': [norwegian, norwegianEnds, inParty('cac:PartyTaxScheme', saying('cbc:CompanyID', 'NO991825827'))],
}

describe('a rule of the seller’s country is said by its name', () => {
  for (const [rule, [sold, at, change]] of Object.entries(ofCountries)) {
    test(rule, () => {
      const file = ublTree(sold, at)
      assert.deepEqual(checkCountryRules(file), [])
      assert.ok(rulesOf(checkCountryRules(change(file))).includes(rule))
    })
  }
  test('those of Germany are for two Germans, and the Danish ways to pay for two Danes', () => {
    const abroad = { ...invoice, buyer: party('Værft A/S', 'DK') }
    assert.deepEqual(checkCountryRules(without('cac:Contact')(ublTree(abroad, german))), [])
    const toGermans = ublTree({ ...danish, buyer: party('Werft GmbH', 'DE') }, danishEnds)
    assert.deepEqual(checkCountryRules(saying('cbc:PaymentMeansCode', '30')(toGermans)), [])
  })
})
