import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretContext } from '../../server/messages/webhooks/signature.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { openWebhookHouse } from '../builders/webhooks.ts'
import { freePort } from '../harness/free-port.ts'
import { grandstand, launch } from '../harness/program.ts'
import { openReceiver, verified } from '../outside/receiver.ts'

const house = await openWebhookHouse()
const url = await house.app.listen({ port: 0, host: '127.0.0.1' })

test('grandstand listen forwards what happens from now on, signed by the secret that it prints, and leaves nothing behind', async () => {
  const club = await house.organisation()
  await house.raise(club, 2)
  const receiver = await openReceiver()
  const args = ['listen', '--forward-to', receiver.url, '--url', url]
  const { child, ended, output } = launch(args, { GRANDSTAND_KEY: club.key })
  await new Promise<void>((resolve) => {
    child.stdout.on('data', () => /Forwarding/.test(output()) && resolve())
  })
  await house.raise(club, 3)
  await receiver.arrived(3)
  const secret = /whsec_\S+/.exec(output())?.[0] ?? ''
  const messages = receiver.received.map((item) => verified(secret, item))
  assert.deepEqual(
    messages.map(({ type, sequence }) => [type, sequence]),
    [3, 4, 5].map((sequence) => ['customer.created', sequence]),
  )
  child.kill('SIGINT')
  const { code, stdout } = await ended
  assert.equal(code, 0)
  assert.match(stdout, /5 {2}customer\.created {2}200/)
  const { body } = await house.call('GET', '/v1/webhook_endpoints', { key: club.key })
  assert.deepEqual(body.data, [])
})

test('grandstand listen says in one line that a key is wrong, or an address, or that no server answers', async () => {
  const club = await house.organisation()
  const wrong = await grandstand(['listen', '--forward-to', 'http://127.0.0.1:1', '--url', url, '--key', 'gs_sk_x'])
  assert.deepEqual([wrong.code, wrong.stderr], [2, 'grandstand: The API key is not valid.\n'])
  const nowhere = await grandstand(['listen', '--forward-to', '4242', '--url', url, '--key', club.key])
  assert.equal(nowhere.code, 2)
  const silent = `http://127.0.0.1:${await freePort()}`
  const unanswered = await grandstand(['listen', '--forward-to', url, '--url', silent, '--key', club.key])
  const line = `grandstand: ${silent} does not answer (ECONNREFUSED): is the server running?\n`
  assert.deepEqual([unanswered.code, unanswered.stderr], [1, line])
})

test('grandstand reseal closes under the new secret what the old one had closed; then the old one can go', async () => {
  const club = await house.organisation()
  const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)]
  const { id } = await house.endpoint(club, 'https://hooks.example.com/')
  const context = secretContext(club.orgId, id)
  await house.sql`
    update webhook_endpoints
    set secret_encrypted = ${createSeal(OLD).close('whsec_a', context)},
      previous_secret_encrypted = ${createSeal(OLD).close('whsec_b', context)},
      previous_secret_expires_at = now()
    where org_id = ${club.orgId}`
  const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: NEW }
  const refused = await grandstand(['reseal'], settings)
  assert.equal(refused.code, 1)
  const rotating = { ...settings, GRANDSTAND_PREVIOUS_SECRET: OLD }
  for (const resealed of [2, 0]) {
    const { code, stdout, stderr } = await grandstand(['reseal', '--json'], rotating)
    assert.deepEqual([code, stdout], [0, `{"resealed":${resealed}}\n`], stderr)
  }
  const [row] = await house.sql<{ secret: Buffer; previous: Buffer }[]>`
    select secret_encrypted as secret, previous_secret_encrypted as previous
    from webhook_endpoints
    where org_id = ${club.orgId}`
  const seal = createSeal(NEW)
  assert.ok(row)
  assert.deepEqual([seal.open(row.secret, context), seal.open(row.previous, context)], ['whsec_a', 'whsec_b'])
})
