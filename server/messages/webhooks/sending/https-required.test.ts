import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import { openReceiver } from '../../../../tests/outside/receiver.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { parseNetwork } from '../../../platform/values/ip-address.ts'

const house = await openWebhookHouse()

test('for a live organisation nothing is sent without TLS, unless the operator says otherwise', async () => {
  const club = await house.organisation({ mode: 'live' })
  const receiver = await openReceiver()
  const { id } = await house.endpoint(club, receiver.url.replace('http:', 'https:'))
  // As an operator who allowed it until now has left it.
  await house.sql`
    update webhook_endpoints
    set url = ${receiver.url}
    where org_id = ${club.orgId}
      and webhook_endpoint_id = ${id}`
  await house.raise(club)
  await house.sender().drain()
  assert.equal(receiver.received.length, 0)
  const [delivery] = await deliveriesOf(house, club)
  assert.deepEqual([delivery.status, delivery.attempts[0].error_code], ['pending', 'https_required'])
  house.clock.advance(60_000)
  const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')], plainHttp: true })
  await house.sender({ outbound }).drain()
  assert.equal(receiver.received.length, 1)
  await outbound.close()
})

test('a sandbox stays one when a scanner is enrolled: what is sent without TLS goes on', async () => {
  const club = await house.organisation()
  const receiver = await openReceiver()
  await house.endpoint(club, receiver.url)
  const device = await house.call('POST', '/v1/manage/devices', { key: club.key, body: { name: 'Gate 1' } })
  const enrolled = await house.call('POST', '/v1/gate/enrol', { body: { code: device.body.enrolment_code } })
  assert.equal(enrolled.status, 201)
  await house.raise(club)
  await house.sender().drain()
  assert.equal(receiver.received.length, 1)
  await house.endpoint(club, receiver.url)
})
