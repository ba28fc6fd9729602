import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { mailKit } from '../../../tests/builders/mails.ts'
import { openHouse, type Tenant } from '../../../tests/harness/house.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { claimNotices, MAILS_AT_ONCE } from './claim-mails.ts'
import { sendCodes, sendMails } from './send-mails.ts'

const house = await openHouse()
const club = await house.organisation()
const other = await house.organisation()

beforeEach(() => house.sql`truncate mails, mail_rates`)

/** A match was moved, and everybody who has a ticket is told. */
const moveMatch = ({ orgId }: Tenant, mails: number) => house.sql`
  insert into mails (org_id, mail_message_id, kind, order_id, mass, due_at, give_up_at)
  select ${orgId}, 'moved-' || n, 'event_moved', n, true, ${house.clock()}, ${new Date(house.clock().getTime() + 1e8)}
  from generate_series(1, ${mails}) n`

const counts = (mails: { org_id: number }[]) =>
  Object.fromEntries([...Map.groupBy(mails, ({ org_id }) => org_id)].map(([orgId, own]) => [orgId, own.length]))

test('a code is there while 60,000 mails of a moved match wait, and while a slow server holds those under way', async () => {
  let bulk = () => {}
  const held: (() => void)[] = []
  const underWay = new Promise<void>((resolve) => {
    bulk = resolve
  })
  const smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) => {
      if (address !== 'bulk@example.org') return done()
      held.push(() => done())
      bulk()
    },
  })
  const { deps, write } = mailKit(house, club, smtp.url)
  await moveMatch(club, 60_000)
  for (let n = 0; n < 20; n += 1) await write({ to: 'bulk@example.org' })
  const round = sendMails(deps)
  await underWay
  await write({ to: 'ada@example.org', urgent: true })
  assert.equal(await sendCodes(deps), 1)
  assert.deepEqual(
    smtp.received.map(({ to }) => to),
    [['ada@example.org']],
  )
  await house.sql`
    delete from mails
    where mass`
  const release = setInterval(() => {
    for (const done of held.splice(0)) done()
  }, 5)
  await round
  clearInterval(release)
  assert.equal(smtp.received.length, 21)
})

test('what tells one person of their order goes before what tells thousands the same', async () => {
  const { deps, write } = mailKit(house, other, 'smtp://127.0.0.1:1')
  await moveMatch(club, 500)
  house.clock.advance(1000)
  for (let n = 0; n < 5; n += 1) await write()
  const claimed = await claimNotices(deps)
  assert.deepEqual(counts(claimed), { [club.orgId]: MAILS_AT_ONCE - 5, [other.orgId]: 5 })
  assert.deepEqual(new Set(claimed.slice(0, 5).map(({ org_id }) => org_id)), new Set([other.orgId]))
})

test('organisations share alike, in whatever order they came', async () => {
  const { deps } = mailKit(house, club, 'smtp://127.0.0.1:1')
  await moveMatch(club, 500)
  house.clock.advance(1000)
  await moveMatch(other, 500)
  assert.deepEqual(counts(await claimNotices(deps)), {
    [club.orgId]: MAILS_AT_ONCE / 2,
    [other.orgId]: MAILS_AT_ONCE / 2,
  })
})

test('no organisation sends more than its rate, which begins anew each minute; codes are not counted', async () => {
  const { deps, write } = mailKit(house, club, 'smtp://127.0.0.1:1')
  const slow = { ...deps, mailsPerMinute: 60 }
  house.clock.set(new Date(Math.ceil(house.clock().getTime() / 60_000) * 60_000))
  await moveMatch(club, 500)
  const workers = await Promise.all([claimNotices(slow), claimNotices(slow), claimNotices(slow)])
  assert.equal(workers.flat().length, 60)
  await write({ urgent: true })
  assert.deepEqual(await claimNotices(slow), [])
  house.clock.advance(60_000)
  assert.equal((await claimNotices(slow)).length, MAILS_AT_ONCE)
})
