import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHouse } from '../../tests/harness.ts'
import { MESSAGES_KEPT_MS, purgeMessages } from './purge.ts'

test('a message is kept for thirty days and then gone, in every organisation', async () => {
  const house = await openHouse()
  const clubs = [await house.organisation(), await house.organisation()]
  const join = (key: string) => house.call('POST', '/v1/manage/customers', { key, body: { first_name: 'Ada' } })
  for (const { key } of clubs) await join(key)
  house.clock.advance(MESSAGES_KEPT_MS)
  for (const { key } of clubs) await join(key)
  assert.equal(await purgeMessages(house.sql, house.clock), 0)
  house.clock.advance(1)
  assert.equal(await purgeMessages(house.sql, house.clock), 2)
  const [left] = await house.sql`select count(*) as messages from webhook_messages`
  assert.equal(left?.messages, 2)
})
