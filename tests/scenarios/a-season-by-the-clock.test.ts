import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendMails } from '../../server/messages/mail/send-mails.ts'
import { auditStock } from '../../server/operator/audit-stock/audit-stock.ts'
import type { Clocks } from '../../server/platform/values/clock.ts'
import { DAY_MS } from '../../server/platform/values/durations.ts'
import { clockOf } from '../builders/clocks.ts'
import { mailKit } from '../builders/mails.ts'
import { membershipsOf } from '../builders/membership-sale.ts'
import { readMail } from '../builders/received-mails.ts'
import { renewalPath, renewalsOf } from '../builders/renewals.ts'
import { openSettlingHouse } from '../builders/settling.ts'
import { startSmtp } from '../outside/smtp.ts'

/*
 * A year of a club, played by its sandbox's clock: instalments by card that go through, fail once and fail for good, a card that is changed
 * by the link of its mail, and memberships of which one renews by itself and one is stopped.
 */

const { house, club, deps } = await openSettlingHouse()
const { sql } = house
const smtp = await startSmtp()
const mail = mailKit(house, club, smtp.url)
const send = ({ clock, only }: Clocks) =>
  sendMails(only === undefined ? mail.deps : { ...mail.deps, only, systemClock: () => clock(only) })
const clock = clockOf(house, club, deps, [{ name: 'send mails', everyMs: 1, run: send }])
const { addOption } = membershipsOf(house, club)
const { addRenewingType, join, list } = renewalsOf(house, club)

const mails = () => Promise.all(smtp.received.map((received) => readMail(received)))
const textsOf = async (subject: RegExp) => (await mails()).filter((one) => subject.test(one.subject ?? ''))

test('a year goes by: charged, failed and mended, renewed and stopped, each told once, and the books are right', async () => {
  const plan = { membership_payment_option_id: await addOption({ collection: 'automatic' }), auto_renew: false }
  const typeId = await addRenewingType()
  await join(typeId, 'pm_test_ok', plan)
  await join(typeId, 'pm_test_offsession_insufficient_once', plan)
  await join(typeId, 'pm_test_offsession_expired', plan)
  const goesOn = await join(typeId)
  const leaves = await join(typeId)
  await clock.advance(40 * DAY_MS)
  const failures = await textsOf(/could not be charged/)
  assert.equal(failures.length, 2, 'one without money, one card that is over')
  const expired = failures.find(({ text }) => text.includes('will not try'))
  const secret = /orders\/owed#(dbs_[\w-]+)/.exec(expired?.text ?? '')?.[1] ?? assert.fail('no link')
  const changed = await house.call('POST', '/v1/storefront/debt/card', {
    key: club.key,
    headers: { 'x-debt-secret': secret },
    body: { payment_method: 'pm_test_ok' },
  })
  assert.equal(changed.body.state, 'changed', changed.text)
  await clock.advance(60 * DAY_MS)
  const [owed] = await sql<{ open: number; paid: number }[]>`
    select count(*) filter (where closed_at is null)::integer as open, sum(settled_minor)::integer as paid
    from debts
    where org_id = ${club.orgId}`
  assert.deepEqual(owed, { open: 0, paid: 30_000 }, 'three plans of a hundred, to the cent')

  await clock.advance(240 * DAY_MS)
  const notices = await textsOf(/^Your membership renews on/)
  assert.equal(notices.length, 2)
  const [renewal] = await list(leaves)
  await house.call('POST', renewalPath(house, club, renewal.membership_renewal_id), { body: {} })
  await clock.advance(40 * DAY_MS)
  const outcomes = [(await list(goesOn))[0].status, (await list(leaves))[0].status]
  assert.deepEqual(outcomes, ['renewed', 'stopped'])
  const [taken] = await sql<{ minor: number }[]>`
    select sum(amount_minor)::integer as minor
    from payments
    where org_id = ${club.orgId}
      and payment_status = 'succeeded'`
  assert.equal(taken?.minor, 30_000 + 2 * 10_000 + 10_000)
  const ids = (await mails()).map(({ messageId }) => messageId)
  assert.equal(new Set(ids).size, ids.length, 'each mail once')
  assert.deepEqual(await auditStock(club.orgId, sql), [])
})
