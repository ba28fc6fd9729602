import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { buyer, shopOf } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openHouse } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'

const house = await openHouse()
const club = await house.organisation({ name: 'Harbour City FC' })
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const shop = shopOf(house, club)
const { addType, addOption } = membershipsOf(house, club)

beforeEach(() => {
  smtp.received.length = 0
})

const mailsOf = () => Promise.all(smtp.received.map((received) => readMail(received)))

test('who buys memberships gets the cards by mail, and reads what is charged on which day', async () => {
  const membership_type_id = await addType({ title: 'Season 27' })
  const membership_payment_option_id = await addOption()
  const items = [
    { membership_type_id, membership_payment_option_id, member: grace },
    { membership_type_id, member: { ...grace, first_name: 'Kofi' } },
  ]
  const { body: basket } = await shop.open({ items })
  const { body: order } = await shop.checkOut(basket.id)
  await send()
  const [mail, ...others] = await mailsOf()
  assert.deepEqual([mail?.subject, others.length], ['Welcome to Harbour City FC', 0])
  for (const [index, name] of ['Grace Okafor', 'Kofi Okafor'].entries()) {
    for (const words of [name, 'Season 27', `Member ${order.memberships[index].member_number}`]) {
      assert.ok(mail?.text.includes(words), `${words} in ${mail?.text}`)
    }
  }
  const [, table = ''] = mail?.text.split(/Payment plan\r?\n/) ?? []
  const amounts = (table.split(/\r?\n\r?\n/)[0] ?? '').split(/\r?\n/).map((line) => Number(line.split('$')[1]))
  assert.deepEqual(amounts, [133.34, 33.33, 33.33, 200], 'one at once, one in three parts')
  assert.equal(mail?.attachment('application/pdf')?.filename, 'cards.pdf')
})

test('tickets and memberships have a mail each, and a plan is not asked for with the tickets', async () => {
  const { priceId } = await addOffer(house, club)
  const membership_type_id = await addType()
  const membership_payment_option_id = await addOption()
  const items = [{ price_id: priceId }, { membership_type_id, membership_payment_option_id, member: grace }]
  const { body: basket } = await shop.open({ items })
  await shop.checkOut(basket.id, { customer: { ...buyer, email: 'lin@example.org' }, language: 'de' })
  await send()
  const mails = await mailsOf()
  const fileOf = (mail: (typeof mails)[number]) => mail.attachment('application/pdf')?.filename
  assert.deepEqual(mails.map(fileOf).sort(), ['cards.pdf', 'tickets.pdf'])
  const tickets = mails.find((mail) => fileOf(mail) === 'tickets.pdf')
  assert.ok(!tickets?.text.includes('Noch zu zahlen'), tickets?.text)
})
