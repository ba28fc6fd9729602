import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from '../../sdk/src/webhooks.ts'
import { openWebhookHouse } from '../builders/webhooks.ts'
import { openReceiver } from '../outside/receiver.ts'

const house = await openWebhookHouse()
const club = await house.organisation()
const receiver = await openReceiver()
const { secret } = await house.endpoint(club, receiver.url)
await house.raise(club)
await house.sender().drain()
const [received] = receiver.received
assert.ok(received)
const { body, headers } = received
const now = () => Number(headers['webhook-timestamp']) * 1000

test('what Grandstand sends is verified, and told apart by its type', async () => {
  const message = await verifyWebhook(body, headers as Record<string, string>, { secret, now })
  assert.ok(message.type === 'customer.created')
  assert.equal(typeof message.data.customer.user_id, 'number')
  const bytes = new TextEncoder().encode(body)
  const asHeaders = new Headers(headers as Record<string, string>)
  assert.deepEqual(await verifyWebhook(bytes, asHeaders, { secret: ['whsec_AAAA', secret], now }), message)
})

const refused: Record<string, [string, Record<string, string | undefined>, object]> = {
  'another body': [`${body} `, {}, {}],
  'another secret': [body, {}, { secret: 'whsec_AAAA' }],
  'a secret that is none': [body, {}, { secret: '***' }],
  'another id': [body, { 'webhook-id': 'msg_other' }, {}],
  'an old message': [body, {}, { now: () => now() + 301_000 }],
  'one from the future': [body, {}, { now: () => now() - 301_000 }],
  'a time that is none': [body, { 'webhook-timestamp': 'soon' }, {}],
  'no signature': [body, { 'webhook-signature': undefined }, {}],
  'a signature of another kind': [
    body,
    { 'webhook-signature': String(headers['webhook-signature']).replace('v1,', 'v2,') },
    {},
  ],
}

for (const [what, [text, changed, options]] of Object.entries(refused)) {
  test(`is refused: ${what}`, () =>
    assert.rejects(
      verifyWebhook(text, { ...(headers as Record<string, string>), ...changed }, { secret, now, ...options }),
      WebhookVerificationError,
    ))
}
