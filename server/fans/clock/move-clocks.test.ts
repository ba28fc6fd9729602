import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { shopOf } from '../../../tests/builders/baskets.ts'
import { clockOf } from '../../../tests/builders/clocks.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { grace, membershipsOf } from '../../../tests/builders/membership-sale.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { awaitedLock } from '../../../tests/harness/awaited-lock.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { sendCodes, sendMails } from '../../messages/mail/send-mails.ts'
import { auditBooks } from '../../operator/audit/audit.ts'
import { invite } from '../../people/staff/invitation.ts'
import type { Clocks } from '../../platform/values/clock.ts'
import { DAY_MS, HOUR_MS } from '../../platform/values/durations.ts'

const { house, club, shop, deps } = await openSettlingHouse()
const { sql } = house
const smtp = await startSmtp()
const mail = mailKit(house, club, smtp.url)
const within = ({ clock, only }: Clocks) =>
  only === undefined ? mail.deps : { ...mail.deps, only, systemClock: () => clock(only) }
const mailJobs = [
  { name: 'send codes', everyMs: 1, run: (clocks: Clocks) => sendCodes(within(clocks)) },
  { name: 'send mails', everyMs: 1, run: (clocks: Clocks) => sendMails(within(clocks)) },
]
const clock = clockOf(house, club, deps, mailJobs)

async function buyPlan(): Promise<number> {
  const memberships = membershipsOf(house, club)
  const item = {
    membership_type_id: await memberships.addType(),
    membership_payment_option_id: await memberships.addOption({ collection: 'automatic' }),
    member: grace,
  }
  const { body: basket } = await shop.open({ items: [item] })
  const { body, text } = await shop.checkOut(basket.id)
  assert.equal(body.status, 'confirmed', text)
  return body.order_id
}

/** How each instalment stands, and how often it was paid. */
const chargesOf = (orderId: number) => sql<{ debt_status: string; charged: number }[]>`
  select d.debt_status, (
    select count(*)::integer
    from payment_debts f
    join payments p on p.org_id = f.org_id and p.payment_id = f.payment_id
    where f.org_id = ${club.orgId}
      and f.debt_id = d.debt_id
  ) as charged
  from debts d
  where d.org_id = ${club.orgId}
    and d.order_id = ${orderId}
  order by d.instalment_number`

test('a worker that is killed on the way is followed by another, and nothing is done twice', async () => {
  const orderId = await buyPlan()
  await clock.ask({ seconds: (100 * DAY_MS) / 1000 })
  await sql.begin(async (tx) => {
    // What its payment will refer to: the worker stands at the second instalment, which it has claimed.
    await tx`select 1 from payment_means where org_id = ${club.orgId} for update`
    const script = join(import.meta.dirname, '../../../tests/workers/clock-worker.ts')
    const worker = spawn(process.execPath, [script, house.url, house.clock().toISOString()], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = once(worker, 'exit')
    await awaitedLock(sql)
    worker.kill('SIGKILL')
    await ended
  })
  const { ahead_seconds, advancing_to_unix } = await clock.read()
  assert.ok(ahead_seconds > 0 && ahead_seconds < 100 * 86_400 && advancing_to_unix !== null, String(ahead_seconds))
  await clock.move()
  assert.equal((await clock.read()).advancing_to_unix, null)
  assert.deepEqual(
    (await chargesOf(orderId)).map(({ debt_status, charged }) => [debt_status, charged]),
    [
      ['paid', 0],
      ['paid', 1],
      ['paid', 1],
    ],
  )
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})

test('several workers at once take a clock no further, and charge each instalment once', async () => {
  const orderId = await buyPlan()
  const { now_unix } = await clock.read()
  await clock.ask({ seconds: (100 * DAY_MS) / 1000 })
  await Promise.all([clock.move(), clock.move(), clock.move()])
  const after = await clock.read()
  assert.deepEqual([after.now_unix - now_unix, after.advancing_to_unix], [100 * 86_400, null])
  const charges = await chargesOf(orderId)
  assert.deepEqual(
    charges.map(({ charged }) => charged),
    [0, 1, 1],
  )
})

test('mails of a sandbox that is ahead leave, each once', async () => {
  await clock.work()
  const before = smtp.received.length
  const { priceId } = await addOffer(house, club, { event: { starts_at: new Date(Date.now() + 300 * DAY_MS) } })
  const { body } = await shop.checkOut(await shop.fill(priceId, 1))
  assert.equal(body.status, 'confirmed')
  assert.equal(await sendMails(mail.deps), 0, 'not yet by the real time')
  await clock.work()
  await clock.work()
  assert.equal(smtp.received.length, before + 1)
  await clock.advance(DAY_MS)
  assert.equal(smtp.received.length, before + 1)
})

test('an invitation leaves, too: its link ends by the real time', async () => {
  const before = smtp.received.length
  const inviting = {
    clock: house.clock,
    systemClock: house.clock,
    seal: house.seal,
    publicUrl: 'http://grandstand.test',
  }
  await sql.begin((tx) => invite(club.orgId, tx, inviting, { email: 'ada@club.example', role: 'owner' }))
  await clock.work()
  assert.equal(smtp.received.length, before + 1)
})

test('the books are right where a sandbox is ahead', async () => {
  const { priceId } = await addOffer(house, club, { event: { starts_at: new Date(Date.now() + 300 * DAY_MS) } })
  await shopOf(house, club).fill(priceId, 2)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
  await clock.advance(HOUR_MS)
  assert.deepEqual(await auditBooks(club.orgId, sql), [])
})
