import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageTypes } from '../../server/messages/webhooks/message-types.ts'
import type { Schema } from '../../server/platform/openapi/openapi-types.ts'
import { messageSchema } from '../../server/program/payloads.ts'
import { openWebhookHouse } from '../builders/webhooks.ts'
import { schemaFindings } from '../harness/schema-check.ts'
import { openReceiver, verified } from '../outside/receiver.ts'
import { scenarios } from './scenarios.ts'

const house = await openWebhookHouse()
const sender = house.sender()

for (const type of messageTypes) {
  test(`${type} is raised by what it tells of, and verified where it arrives`, async () => {
    const club = await house.organisation()
    const receiver = await openReceiver()
    const { secret } = await house.endpoint(club, receiver.url)
    await scenarios[type](house, club)
    // A message may be raised by sending another.
    for (let n = 0; n < 2; n += 1) await sender.drain()
    const messages = receiver.received.map((item) => verified(secret, item))
    const found = messages.filter((message) => message.type === type)
    assert.ok(found.length > 0, `only ${messages.map((message) => message.type).join(', ')}`)
    for (const message of found) {
      assert.deepEqual(schemaFindings(messageSchema(type) as Schema, message), [])
      assert.equal(message.org_id, String(club.orgId))
      assert.ok(Object.keys(message.data as object).length > 0)
    }
  })
}

test('there is a scenario for each type, and for no other', () => {
  assert.deepEqual(Object.keys(scenarios).sort(), [...messageTypes].sort())
})
