import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { addTaxRate } from '../../../tests/builders/tax-rates.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'

const { house, club, shop } = await openSettlingHouse()
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

test('the mail of an order says what of its total is tax, in the buyer’s language', async () => {
  const percentages = [{ valid_from: '2007-01-01', percentage: 5.5 }]
  const rate = await addTaxRate(house, club, { kind: 'reduced', percentages })
  const price = { tax_rate_id: rate, service_fee_minor: 0, service_tax_minor: 0, rebate_minor: 0 }
  const { priceId } = await addOffer(house, club, { price })
  const { status, text } = await shop.checkOut(await shop.fill(priceId, 2), {
    language: 'de',
  })
  assert.equal(status, 200, text)
  await send()
  const [received] = smtp.received
  assert.ok(received)
  // 50 × 5.5 / 105.5
  assert.match((await readMail(received)).text, /Inkl. 5,5 % VAT: 2,61/)
})
