import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { DAY_MS } from '../../platform/values/durations.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)
const { addType, addOption } = membershipsOf(house, club)
const membership_type_id = await addType({ title: 'Season 27' })
const membership_payment_option_id = await addOption({ collection: 'automatic' })

beforeEach(() => {
  smtp.received.length = 0
})

const mailsOf = () => Promise.all(smtp.received.map((received) => readMail(received)))

/** Joins by that card, and has read the welcome. */
async function join(payment_method: string, language = 'en') {
  const items = [{ membership_type_id, membership_payment_option_id, member: grace }]
  const { body: basket } = await shop.open({ items })
  const { body } = await shop.checkOut(basket.id, { payment_method, language })
  assert.equal(body.status, 'confirmed', JSON.stringify(body))
  await send()
  smtp.received.length = 0
}

const charge = async (days: number) => {
  clock.advance(days * DAY_MS)
  await collectDue(deps)
  await collectDue(deps)
  await send()
}

test('each charge that fails is told once, with its next day, and the last that it is left to the fan', async () => {
  await join('pm_test_offsession_insufficient')
  await charge(32)
  const [first, ...others] = await mailsOf()
  assert.match(first?.subject ?? '', /^Your instalment of .*33\.33 could not be charged$/)
  assert.equal(others.length, 0)
  assert.match(first?.text ?? '', /for Season 27, due on .* We will try again on /s)
  const secret = /orders\/owed#(dbs_[\w-]+)/.exec(first?.text ?? '')?.[1] ?? assert.fail(first?.text)
  for (const days of [3, 4, 7]) await charge(days)
  const mails = await mailsOf()
  assert.deepEqual(
    mails.map(({ text }) => /We will (not )?try/.exec(text)?.[0]),
    ['We will try', 'We will try', 'We will try', 'We will not try'],
  )
  const headers = { 'x-debt-secret': secret }
  const changed = await house.call('POST', '/v1/storefront/debt/card', {
    key: club.key,
    headers,
    body: { payment_method: 'pm_test_ok' },
  })
  assert.equal(changed.body.state, 'changed', changed.text)
  await charge(0)
  assert.equal(smtp.received.length, 4, 'a charge that goes through has no such mail')
})

test('a bank that wants the fan says so, in their language', async () => {
  await join('pm_test_offsession_requires_action', 'de')
  await charge(32)
  const [mail] = await mailsOf()
  assert.match(mail?.text ?? '', /Ihre Bank möchte, dass Sie die Zahlung selbst bestätigen/)
  assert.match(mail?.text ?? '', /Bezahlen oder Karte ändern/)
})

test('of a card that is done with, each later instalment is told on its day', async () => {
  await join('pm_test_offsession_stolen')
  await charge(32)
  const before = smtp.received.length
  await charge(31)
  const mails = (await mailsOf()).slice(before)
  assert.equal(mails.length, 1)
  assert.match(mails[0]?.text ?? '', /We will not try this card again/)
})

test('what was paid before the mail left is not told', async () => {
  clock.advance(400 * DAY_MS)
  await join('pm_test_offsession_expired')
  clock.advance(32 * DAY_MS)
  await collectDue(deps)
  const owed = await house.call('GET', '/v1/manage/instalments?status=failed', { key: club.key })
  for (const { instalment_id } of owed.body.data)
    await house.call('POST', `/v1/manage/instalments/${instalment_id}/record_payment`, { key: club.key, body: {} })
  await send()
  assert.deepEqual(
    (await mailsOf()).filter(({ subject }) => subject?.includes('could not be charged')),
    [],
  )
})
