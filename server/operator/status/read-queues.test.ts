import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { enqueueMail } from '../../messages/mail/enqueue-mail.ts'
import { readQueues } from './read-queues.ts'
import { readStatus } from './read-status.ts'

const MINUTE_MS = 60_000

const house = await openWebhookHouse()
const club = await house.organisation()
const { sql } = house
const look = () => readQueues(sql, house.clock())

test('while no worker runs, what was committed makes webhooks late, though none of them is due yet', async () => {
  await house.raise(club)
  house.clock.advance(2 * MINUTE_MS)
  const { webhook_late_seconds } = await look()
  assert.ok(webhook_late_seconds >= 120, `${webhook_late_seconds} s`)
})

test('a mail that is tried again is late since it was written', async () => {
  const mail = { to: 'ada@example.org', subject: 'Your code', text: '123456', html: '<p>123456</p>', urgent: false }
  await sql.begin((tx) => enqueueMail(club.orgId, tx, house, mail))
  assert.deepEqual((await look()).mails_waiting, 1)
  await sql`
    update mails
    set attempts = 5, due_at = due_at + interval '8 hours'
    where org_id = ${club.orgId}`
  house.clock.advance(20 * MINUTE_MS)
  const { mails_waiting, mail_late_seconds } = await look()
  assert.equal(mails_waiting, 1)
  assert.ok(mail_late_seconds >= 1_200, `${mail_late_seconds} s`)
})

test('an organisation that has moved away is counted no more, and what it left behind is not late', async () => {
  const before = await readStatus(sql, house.clock())
  await sql`
    insert into organisation_moves (org_id, move_id, move_state, address)
    values (${club.orgId}, gen_random_uuid(), 'moved', 'https://two.example.org')`
  const after = await readStatus(sql, house.clock())
  assert.equal(after.organisations.test, before.organisations.test - 1)
  assert.deepEqual([after.queues.mails_waiting, after.queues.webhook_late_seconds], [0, 0])
})
