import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../tests/harness/chance.ts'
import { transferCode } from './transfer-code.ts'
import { purposesIn, spacedReference, transferReference } from './transfer-reference.ts'

const GERMAN = 'DE89370400440532013000'
const SWISS = 'CH9300762011623852957'
const QR = 'CH4431999123000889012'

test('a reference is known again, however it is spaced and whatever stands around it', () => {
  const purposes = fc.record({
    kind: fc.constantFrom('payment' as const, 'debt' as const),
    id: fc.integer({ min: 1, max: 999_999_999 }),
  })
  fc.assert(
    fc.property(purposes, fc.constantFrom(GERMAN, SWISS, QR), ({ kind, id }, iban) => {
      const purpose = { kind, id }
      const reference = transferReference(iban, purpose)
      for (const text of [
        reference,
        spacedReference(reference),
        `Tickets ${spacedReference(reference).toLowerCase()} Danke`,
      ])
        assert.deepEqual(purposesIn(text), [purpose], text)
    }),
  )
})

test('a wrong digit names nothing', () => {
  const reference = transferReference(GERMAN, { kind: 'payment', id: 4711 })
  const wrong = reference.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
  assert.deepEqual(purposesIn(wrong), [])
  assert.deepEqual(purposesIn('RF18539007547034'), [], 'of another sender')
  assert.deepEqual(purposesIn('210000000003139471430009016'), [], 'a checked QR reference that is none of ours')
})

test('a QR-IBAN takes a QR reference, whose last digit checks it', () => {
  assert.equal(transferReference(QR, { kind: 'payment', id: 1 }).length, 27)
  assert.match(transferReference(SWISS, { kind: 'debt', id: 7 }), /^RF\d\d2000000007$/)
})

const order = { bic: null, holder: 'Riverside FC', postcode: '8001', town: 'Zürich', country: 'CH', amountMinor: 5440 }

test('banks’ apps read a code of their own: EPC in euros, a Swiss QR bill of an account there', () => {
  assert.equal(
    transferCode({ ...order, iban: GERMAN, currency: 'EUR', reference: 'RF711' }),
    'BCD\n002\n1\nSCT\n\nRiverside FC\nDE89370400440532013000\nEUR54.40\n\nRF711',
  )
  const swiss = transferCode({ ...order, iban: QR, currency: 'CHF', reference: '0'.repeat(27) })?.split('\n') ?? []
  assert.deepEqual(swiss.slice(0, 11), ['SPC', '0200', '1', QR, 'S', 'Riverside FC', '', '', '8001', 'Zürich', 'CH'])
  assert.deepEqual(swiss.slice(18, 20), ['54.40', 'CHF'])
  assert.deepEqual(swiss.slice(27), ['QRR', '0'.repeat(27), '', 'EPD'])
  assert.equal(transferCode({ ...order, iban: GERMAN, currency: 'DKK', reference: 'RF711' }), undefined)
  assert.equal(transferCode({ ...order, town: null, iban: SWISS, currency: 'CHF', reference: 'RF711' }), undefined)
})
