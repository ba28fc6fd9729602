import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buyer } from '../../../tests/builders/baskets.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import type { MailOutcome } from '../../messages/mail/deliver.ts'
import { sendMails } from '../../messages/mail/send-mails.ts'

const { house, club, shop } = await openSettlingHouse()
const { sql } = house
const { deps } = mailKit(house, club, 'smtp://127.0.0.1:1')

/** Erases the buyer while the mail is on its way, whatever then becomes of it. */
async function erasedMeanwhile(outcome: MailOutcome) {
  const { body: found } = await house.call('GET', `/v1/customers?search=${outcome.result}@example.org`, {
    key: club.key,
  })
  const path = `/v1/manage/customers/${found.data[0].org_customer_id}/erase`
  const deliver = async (_mail: unknown, handOver: () => Promise<void>) => {
    await handOver()
    assert.equal((await house.call('POST', path, { key: club.key })).status, 200)
    return outcome
  }
  assert.equal(await sendMails({ ...deps, deliver }), 1)
}

for (const outcome of [
  { result: 'sent' },
  { result: 'refused', errorCode: 'smtp_550', noSuchMailbox: true },
] as const) {
  test(`a mail that was on its way while its reader was erased writes no address back: ${outcome.result}`, async () => {
    await sql`truncate mails, mail_rates, mail_suppressions`
    const { priceId } = await addOffer(house, club)
    await shop.checkOut(await shop.fill(priceId, 1), { customer: { ...buyer, email: `${outcome.result}@example.org` } })
    await erasedMeanwhile(outcome)
    const [mail] = await sql<{ mail_status: string; email_address: string | null }[]>`
      select mail_status, email_address
      from mails
      where org_id = ${club.orgId}`
    assert.deepEqual([mail?.mail_status, mail?.email_address], [outcome.result === 'sent' ? 'sent' : 'failed', null])
    assert.equal((await sql`select 1 from mail_suppressions`).length, 0)
  })
}
