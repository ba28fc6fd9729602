import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWebhookHouse } from '../../../tests/builders/webhooks.ts'
import { openReceiver } from '../../../tests/outside/receiver.ts'
import { MESSAGES_KEPT_MS, purgeMessages } from './purge.ts'

test('messages, deliveries and attempts are kept for thirty days and then gone, in every organisation', async () => {
  const house = await openWebhookHouse()
  const clubs = [await house.organisation(), await house.organisation()]
  const receiver = await openReceiver()
  const sender = house.sender()
  const raiseEverywhere = async () => {
    for (const club of clubs) await house.raise(club)
    await sender.drain()
  }
  for (const club of clubs) await house.endpoint(club, receiver.url)
  await raiseEverywhere()
  house.clock.advance(MESSAGES_KEPT_MS)
  await raiseEverywhere()
  assert.equal(await purgeMessages(house.sql, house.clock), 0)
  house.clock.advance(1)
  assert.equal(await purgeMessages(house.sql, house.clock), 2)
  const [left] = await house.sql`
    select (select count(*) from webhook_messages) as messages,
      (select count(*) from webhook_deliveries) as deliveries,
      (select count(*) from webhook_attempts) as attempts`
  assert.deepEqual({ ...left }, { messages: 2, deliveries: 2, attempts: 2 })
})
