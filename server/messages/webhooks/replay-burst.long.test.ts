import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { publishAll } from './publish.ts'
import { streamReplays } from './stream-replays.ts'

const MESSAGES = 10_500

test('a replay goes on past any number of messages of one moment, and sends each once', async () => {
  const house = await openWebhookHouse()
  const club = await house.organisation()
  const { id } = await house.endpoint(club, 'http://127.0.0.1:9/', ['customer.updated'])
  const moment = new Date(1_800_000_000_500)
  const messages = Array.from({ length: MESSAGES }, (_, n) => ({ type: 'customer.updated' as const, data: { n } }))
  await house.sql.begin((tx) =>
    publishAll(
      club.orgId,
      tx,
      organisationClock(() => moment),
      messages,
    ),
  )
  await house.call('GET', '/v1/webhook_messages?limit=1', { key: club.key })
  const giveUpWaiting = () => house.sql`
    update webhook_deliveries
    set webhook_delivery_status = 'cancelled'
    where org_id = ${club.orgId}`
  await giveUpWaiting()
  const replay = async (body: object) =>
    (await house.call('POST', `/v1/webhook_endpoints/${id}/replay`, { key: club.key, body })).body
  const since = 1_800_000_000
  const first = await replay({ since })
  assert.deepEqual([first.replayed, first.has_more, first.last_sequence], [10_000, true, 10_000])
  const early = await replay({ since, after_sequence: first.last_sequence })
  assert.equal(early.error.code, 'state_conflict')
  const waiting = () => house.sql`
    select count(*)::int as count
    from webhook_deliveries
    where org_id = ${club.orgId}
      and webhook_delivery_status = 'pending'`
  assert.deepEqual([...(await waiting())], [{ count: 0 }], 'the call itself writes no deliveries')
  const stream = async () => {
    while (await streamReplays(club.orgId, house.sql, house.clock));
  }
  await stream()
  const second = await replay({ since, after_sequence: first.last_sequence })
  assert.deepEqual([second.replayed, second.has_more, second.last_sequence], [500, false, MESSAGES])
  await stream()
  assert.deepEqual([...(await waiting())], [{ count: 10_000 }], 'no more waits than an endpoint may have')
  const late = await replay({ since, after_sequence: 0 })
  assert.equal(late.error.code, 'state_conflict', 'the second is under way until all of it is in the queue')
  await giveUpWaiting()
  await stream()
  const third = await replay({ since, after_sequence: second.last_sequence })
  assert.deepEqual([third.replayed, third.has_more, third.last_sequence], [0, false, MESSAGES])
  const [sent] = await house.sql`
    select count(*) as count, count(distinct message_id) as messages
    from webhook_deliveries
    where org_id = ${club.orgId}
      and replay`
  assert.deepEqual({ ...sent }, { count: MESSAGES, messages: MESSAGES })
})
