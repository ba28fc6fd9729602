import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { addCustomer } from '../../../tests/builders/customers.ts'
import { mailKit } from '../../../tests/builders/mails.ts'
import { addMember } from '../../../tests/builders/members.ts'
import { addOrder } from '../../../tests/builders/orders.ts'
import { addOffer } from '../../../tests/builders/prices.ts'
import { readMail } from '../../../tests/builders/received-mails.ts'
import { openSettlingHouse } from '../../../tests/builders/settling.ts'
import { startSmtp } from '../../../tests/outside/smtp.ts'
import { newsUrl } from '../../fans/mails/news-link.ts'
import { continueRuns } from './continue-runs.ts'

const { house, club, payments } = await openSettlingHouse()
const { sql, clock } = house
const smtp = await startSmtp()
const { send } = mailKit(house, club, smtp.url)

const NO_HOST = { shop_slug: 'any', shop_host: null }

const manage = (method: string, path: string, body?: object) =>
  house.call(method, `/v1/manage/${path}`, { key: club.key, ...(body ? { body } : {}) })
const mail = { subject: 'Gates open late', text: 'Dear fans,\n\nthe gates open at 19:00.' }
const start = async (body: object) => (await manage('POST', 'runs', { action: 'mail', mail, ...body })).body
const work = async () => {
  while ((await continueRuns({ sql, clock, systemClock: clock, payments })) > 0);
}
const reasons = async (runId: number) =>
  (await manage('GET', `runs/${runId}/items?limit=100`)).body.data.map(
    ({ outcome, reason }: Record<string, string | null>) => reason ?? outcome,
  )

beforeEach(() => {
  smtp.received.length = 0
})

test('buyers of an event get one mail each, in the words of staff, however many orders they have', async () => {
  const offer = await addOffer(house, club, { capacity: 10 })
  for (const email_address of ['ada@example.org', 'ADA@example.org', 'ben@example.org', null])
    await addOrder(house, club, offer, { order: { email_address } })
  const run = await start({ object_type: 'orders', filters: { event_id: offer.eventId } })
  await work()
  assert.deepEqual((await reasons(run.run_id)).toSorted(), ['done', 'done', 'mailed_already', 'no_address'])
  assert.equal(await send(), 2)
  assert.deepEqual(smtp.received.flatMap(({ to }) => to).toSorted(), ['ada@example.org', 'ben@example.org'])
  const [received] = smtp.received
  assert.ok(received)
  const letter = await readMail(received)
  assert.equal(letter.subject, 'Gates open late')
  for (const part of [letter.text, letter.html]) assert.ok(part.includes('the gates open at 19:00.'))
  assert.equal(letter.header('list-unsubscribe'), undefined)
  const again = await start({ object_type: 'orders', filters: { event_id: offer.eventId } })
  await work()
  assert.equal((await manage('GET', `runs/${again.run_id}`)).body.items.done, 2, 'another run is another mail')
})

test('news goes to those alone who agreed to it, says how to end it, and needs an address to answer to', async () => {
  const yes = await addCustomer(house, club, { email_address: 'yes@example.org', marketing_emails: true })
  const no = await addCustomer(house, club, { email_address: 'no@example.org', marketing_emails: false })
  const asked = {
    object_type: 'customers',
    ids: [yes.userId, no.userId],
    mail: { ...mail, subject: 'News', is_news: true },
  }
  assert.equal((await start(asked)).error.param, 'mail.is_news')
  await manage('PATCH', 'organisation', { contact_email: 'desk@club.example' })
  const run = await start(asked)
  await work()
  assert.deepEqual((await reasons(run.run_id)).toSorted(), ['done', 'no_consent'])
  await send()
  const letters = await Promise.all(smtp.received.map(readMail))
  const letter = letters.find(({ subject }) => subject === 'News')
  const [, url = ''] = /^<(.*)>$/.exec(letter?.header('list-unsubscribe') ?? '') ?? []
  assert.match(url, /\/news\/nws_[A-Za-z0-9_-]+$/)
  assert.ok(letter?.text.includes(url) && letter.html.includes(url))
  const { pathname } = new URL(url)
  const wants = async () => (await house.call('GET', `/v1/customers/${yes.customerId}`, { key: club.key })).body
  const page = await house.call('GET', pathname)
  assert.match(page.text, /sends its news to yes@example\.org/)
  assert.equal((await wants()).marketing_emails, true, 'looking ends nothing')
  const form = { form: 'List-Unsubscribe=One-Click' }
  assert.match((await house.call('POST', pathname, form)).text, /sends no more news to yes@example\.org/)
  const { marketing_emails, marketing_emails_source } = await wants()
  assert.deepEqual([marketing_emails, marketing_emails_source], [false, 'link'])
  const messages = await sql`
    select 1
    from webhook_messages
    where org_id = ${club.orgId}
      and type = 'customer.updated'`
  assert.equal(messages.length, 1)
  assert.equal((await house.call('POST', pathname, form)).status, 200, 'twice is the same')
  const after = await start(asked)
  await work()
  assert.deepEqual(await reasons(after.run_id), ['no_consent', 'no_consent'])
  assert.equal((await house.call('GET', `${pathname.slice(0, -4)}AAAA`)).status, 404)
})

test('a member whose address is their own ends their news by it, and their customer keeps theirs', async () => {
  const parent = await addCustomer(house, club, { email_address: 'parent@example.org', marketing_emails: true })
  const child = await addMember(house, club, {
    user_id: parent.userId,
    email_address: 'child@example.org',
    marketing_emails: true,
  })
  const url = newsUrl(
    { seal: house.seal, publicUrl: 'http://grandstand.test' },
    club.orgId,
    NO_HOST,
    'Child@example.org',
  )
  assert.equal((await house.call('POST', new URL(url).pathname, { form: '' })).status, 200)
  const [row] = await sql`
    select m.marketing_emails as member, c.marketing_emails as customer
    from members m
    join customers c on c.org_id = m.org_id and c.user_id = m.user_id
    where m.org_id = ${club.orgId}
      and m.membership_member_id = ${child}`
  assert.deepEqual({ ...row }, { member: false, customer: true })
  const without = await addMember(house, club, { user_id: parent.userId, email_address: null, marketing_emails: true })
  const ofParent = newsUrl(
    { seal: house.seal, publicUrl: 'http://grandstand.test' },
    club.orgId,
    NO_HOST,
    'parent@example.org',
  )
  assert.equal((await house.call('POST', new URL(ofParent).pathname, { form: '' })).status, 200)
  const { body: member } = await house.call('GET', `/v1/members/${without}`, { key: club.key })
  assert.equal(member.marketing_emails, false, 'who has no address of their own has their customer’s')
})

test('an address that does not exist is left out, and a stopped run sends nothing that has not left', async () => {
  const gone = await addMember(house, club, { email_address: 'gone@example.org' })
  const there = await addMember(house, club, { email_address: 'there@example.org' })
  await sql`
    insert into mail_suppressions (org_id, email_address, error_code, created_at)
    values (${club.orgId}, 'Gone@example.org', 'smtp_550', ${clock()})`
  const run = await start({ object_type: 'members', ids: [gone, there] })
  await work()
  assert.deepEqual((await reasons(run.run_id)).toSorted(), ['done', 'suppressed'])
  const another = await start({ object_type: 'members', ids: [there] })
  await work()
  assert.equal((await manage('POST', `runs/${another.run_id}/stop`)).body.run_status, 'stopped')
  await send()
  assert.equal((await manage('POST', `runs/${run.run_id}/stop`)).body.error.code, 'state_conflict', 'all have left')
  const rows = await sql<{ about_id: number; mail_status: string; error_code: string | null }[]>`
    select about_id, mail_status, error_code
    from mails
    where org_id = ${club.orgId}
      and about_id = any (${[run.run_id, another.run_id]}::bigint[])
    order by about_id`
  assert.deepEqual(
    rows.map(({ mail_status, error_code }) => [mail_status, error_code]),
    [
      ['sent', null],
      ['dropped', 'stopped'],
    ],
  )
})

test('what staff wrote to a customer forgets its address with them', async () => {
  const { userId, customerId } = await addCustomer(house, club, { email_address: 'forget@example.org' })
  await start({ object_type: 'customers', ids: [userId] })
  await work()
  await manage('POST', `customers/${customerId}/erase`)
  assert.equal((await send()) > 0 && smtp.received.some(({ to }) => to.includes('forget@example.org')), false)
})
