import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { checkInvoice } from './check-invoice.ts'
import type { Invoice, InvoiceLine } from './invoice.ts'
import { writeCii } from './write-cii.ts'
import { writeUbl } from './write-ubl.ts'

const line: InvoiceLine = {
  name: 'Main stand',
  description: 'Harbour City – Rovers',
  quantity: 3,
  netMinor: 8411,
  category: 'S',
  percentMilli: 7000,
}
const address = { lines: ['Stadionweg 1', 'Tor 2', 'Büro'], postcode: '28205', city: 'Bremen', country: 'DE' }
const invoice: Invoice = {
  kind: 'invoice',
  number: 'RE-000001',
  issuedOn: '2026-11-18',
  dueOn: null,
  suppliedOn: '2026-12-01',
  currency: 'EUR',
  orderReference: '1234',
  notes: ['Danke & bis <bald>'],
  corrects: null,
  seller: {
    name: 'Harbour City e. V.',
    vatId: 'DE123456789',
    taxNumber: '12/345/67890',
    registerNumber: 'VR 123',
    email: 'office@club.example',
    address,
  },
  buyer: {
    name: 'Anna Schmidt',
    vatId: null,
    taxNumber: null,
    registerNumber: null,
    email: null,
    address: { lines: [], postcode: null, city: null, country: 'DE' },
  },
  payment: { code: '48', account: null, reference: null },
  lines: [line, { ...line, name: 'Fee', description: null, quantity: 1, netMinor: 210, percentMilli: 19_000 }],
  taxes: [
    { category: 'S', percentMilli: 7000, netMinor: 8411, taxMinor: 589, reason: null },
    { category: 'S', percentMilli: 19_000, netMinor: 210, taxMinor: 40, reason: null },
  ],
  prepaidMinor: 9250,
}
const untaxed = (category: 'E' | 'AE' | 'O', reason: string): Invoice => ({
  ...invoice,
  lines: [{ ...line, category, percentMilli: 0 }],
  taxes: [{ category, percentMilli: 0, netMinor: 8411, taxMinor: 0, reason }],
  prepaidMinor: 8411,
})

/** What stands in elements of a name, in their order. */
const inside = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text ?? '')

/** XML 1.0 has no way to write the others. */
const isWritable = (character: string): boolean => /[^\p{Cc}\ufffe\uffff]|[\t\n\r\u0080-\u009f]/u.test(character)

const children = (xml: string, depth: number): string[] =>
  [...xml.matchAll(new RegExp(`^ {${2 * depth}}<([\\w:]+)`, 'gm'))].map(([, name]) => name ?? '')

const rulesOf = (broken: Invoice): string[] => checkInvoice(broken).map(({ rule }) => rule)

describe('an e-invoice', () => {
  test('says the same in both syntaxes', () => {
    const [ubl, cii] = [writeUbl(invoice), writeCii(invoice)]
    assert.deepEqual(inside(ubl, 'cbc:LineExtensionAmount'), ['86.21', '84.11', '2.10'])
    assert.deepEqual(inside(cii, 'ram:LineTotalAmount'), ['84.11', '2.10', '86.21'])
    assert.deepEqual(inside(ubl, 'cbc:TaxAmount'), ['6.29', '5.89', '0.40'])
    assert.deepEqual(inside(cii, 'ram:CalculatedAmount'), ['5.89', '0.40'])
    assert.deepEqual(inside(cii, 'ram:TaxTotalAmount'), ['6.29'])
    for (const [xml, gross, prepaid, due] of [
      [ubl, 'cbc:TaxInclusiveAmount', 'cbc:PrepaidAmount', 'cbc:PayableAmount'],
      [cii, 'ram:GrandTotalAmount', 'ram:TotalPrepaidAmount', 'ram:DuePayableAmount'],
    ] as const) {
      assert.deepEqual(
        [gross, prepaid, due].flatMap((name) => inside(xml, name)),
        ['92.50', '92.50', '0.00'],
      )
    }
    assert.deepEqual(inside(ubl, 'cbc:Percent'), ['7.00', '19.00', '7.00', '19.00'])
    assert.deepEqual(inside(cii, 'ram:RateApplicablePercent'), ['7.00', '19.00', '7.00', '19.00'])
    assert.deepEqual(inside(cii, 'udt:DateTimeString'), ['20261118', '20261201'])
  })

  test('has its elements in the order of the schema', () => {
    assert.deepEqual(children(writeUbl(invoice), 1), [
      'cbc:CustomizationID',
      'cbc:ID',
      'cbc:IssueDate',
      'cbc:InvoiceTypeCode',
      'cbc:Note',
      'cbc:DocumentCurrencyCode',
      'cbc:BuyerReference',
      'cac:OrderReference',
      'cac:AccountingSupplierParty',
      'cac:AccountingCustomerParty',
      'cac:Delivery',
      'cac:PaymentMeans',
      'cac:TaxTotal',
      'cac:LegalMonetaryTotal',
      'cac:InvoiceLine',
      'cac:InvoiceLine',
    ])
    assert.deepEqual(children(writeCii(invoice), 2), [
      'ram:GuidelineSpecifiedDocumentContextParameter',
      'ram:ID',
      'ram:TypeCode',
      'ram:IssueDateTime',
      'ram:IncludedNote',
      'ram:IncludedSupplyChainTradeLineItem',
      'ram:IncludedSupplyChainTradeLineItem',
      'ram:ApplicableHeaderTradeAgreement',
      'ram:ApplicableHeaderTradeDelivery',
      'ram:ApplicableHeaderTradeSettlement',
    ])
  })

  test('a credit note names what it corrects, and has positive amounts', () => {
    const note: Invoice = {
      ...invoice,
      kind: 'credit_note',
      number: 'GU-1',
      dueOn: '2026-11-20',
      corrects: { number: 'RE-000001', issuedOn: '2026-11-18' },
    }
    assert.deepEqual(rulesOf(note), [])
    const [ubl, cii] = [writeUbl(note), writeCii(note)]
    assert.deepEqual(inside(ubl, 'cbc:CreditNoteTypeCode'), ['381'])
    assert.deepEqual(inside(ubl, 'cbc:PaymentDueDate'), ['2026-11-20'])
    assert.deepEqual(inside(ubl, 'cbc:CreditedQuantity'), ['3', '1'])
    assert.match(ubl, /<cac:InvoiceDocumentReference>\s*<cbc:ID>RE-000001</)
    assert.match(cii, /<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>RE-000001</)
    assert.deepEqual(inside(cii, 'qdt:DateTimeString'), ['20261118'])
  })

  test('what people typed cannot leave its element, nor spoil the file', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const typed = { ...invoice, notes: [text], seller: { ...invoice.seller, name: `x${text}` } }
        for (const xml of [writeUbl(typed), writeCii(typed)]) {
          assert.ok(xml.isWellFormed() && [...xml].every(isWritable))
          const plain = xml.replace(/<\?xml[^?]*\?>|<\/?[\w:]+(?: [\w:]+="[^"<>]*")*>/g, '')
          assert.doesNotMatch(plain, /[<]|&(?!amp;|lt;|gt;|quot;)/)
        }
      }),
    )
  })
})

describe('the rules of EN 16931', () => {
  test('are kept by what clubs send', () => {
    assert.deepEqual(checkInvoice(invoice), [])
    assert.deepEqual(checkInvoice(untaxed('E', '§ 4 Nr. 22b UStG')), [])
    const reverse = untaxed('AE', 'Reverse charge')
    assert.deepEqual(checkInvoice({ ...reverse, buyer: { ...reverse.buyer, vatId: 'DK12345678' } }), [])
    const outside = untaxed('O', 'Membership fee')
    assert.deepEqual(checkInvoice({ ...outside, seller: { ...outside.seller, vatId: null } }), [])
    assert.doesNotMatch(writeUbl(outside), /cbc:Percent/)
    assert.doesNotMatch(writeCii(outside), /RateApplicablePercent/)
  })

  const [first, second] = invoice.taxes
  assert.ok(first && second)
  const breaks: Record<string, Invoice> = {
    'BR-02': { ...invoice, number: ' ' },
    'BR-06': { ...invoice, seller: { ...invoice.seller, name: '' } },
    'BR-07': { ...invoice, buyer: { ...invoice.buyer, name: '' } },
    'BR-09': { ...invoice, seller: { ...invoice.seller, address: { ...address, country: '' } } },
    'BR-11': { ...invoice, buyer: { ...invoice.buyer, address: { ...address, country: 'Germany' } } },
    'BR-16': { ...invoice, lines: [], taxes: [{ ...first, netMinor: 0, taxMinor: 0 }], prepaidMinor: 0 },
    'BR-25': { ...invoice, lines: invoice.lines.map((one) => ({ ...one, name: '' })) },
    'BR-61': { ...invoice, payment: { code: '30', account: null, reference: null } },
    'BR-CO-09': { ...invoice, buyer: { ...invoice.buyer, vatId: '123456789' } },
    'BR-CO-10': { ...invoice, taxes: [{ ...first, netMinor: 8410 }, second] },
    'BR-CO-17': { ...invoice, taxes: [{ ...first, taxMinor: 690 }, second] },
    'BR-CO-18': { ...invoice, taxes: [] },
    'BR-CO-25': { ...invoice, prepaidMinor: 0 },
    'BR-CO-26': { ...invoice, seller: { ...invoice.seller, vatId: null, taxNumber: null, registerNumber: null } },
    'BR-DEC-12': { ...invoice, currency: 'KWD' },
    'BR-S-02': { ...invoice, seller: { ...invoice.seller, vatId: null, taxNumber: null } },
    'BR-S-05': { ...invoice, lines: invoice.lines.map((one) => ({ ...one, percentMilli: 0 })) },
    'BR-S-08': { ...invoice, taxes: [{ ...first, netMinor: 8410 }, second] },
    'BR-E-10': { ...invoice, taxes: [{ ...first, category: 'E', percentMilli: 0 }, second] },
    'BR-AE-02': untaxed('AE', 'Reverse charge'),
    'BR-O-02': untaxed('O', 'Membership fee'),
    'BR-O-11': { ...invoice, taxes: [first, { ...second, category: 'O', percentMilli: 0, reason: 'x' }] },
  }
  for (const [rule, broken] of Object.entries(breaks)) {
    test(`${rule} is said by its name`, () => assert.ok(rulesOf(broken).includes(rule), rulesOf(broken).join(', ')))
  }
})
