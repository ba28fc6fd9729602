import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { deliveriesOf, openWebhookHouse } from '../../../../tests/builders/webhooks.ts'
import { awaitedLock } from '../../../../tests/harness/awaited-lock.ts'
import type { Answer, Tenant } from '../../../../tests/harness/house.ts'
import { type EndpointKey, renewQueues } from './queues.ts'
import { type AttemptResult, recordAttempts } from './record-attempts.ts'

const house = await openWebhookHouse()
const { sql, clock } = house

/** An endpoint and the deliveries that wait for it, by their ids. */
async function waiting(club: Tenant, count: number) {
  const { id: endpointId } = await house.endpoint(club, 'http://127.0.0.1:9/')
  await house.raise(club, count)
  await house.call('GET', '/v1/webhook_messages', { key: club.key })
  const deliveries: { webhook_delivery_id: number }[] = await deliveriesOf(house, club)
  return { endpointId, ids: deliveries.map((row) => row.webhook_delivery_id).sort((a, b) => a - b) }
}

const answered = ({ orgId }: Tenant, endpointId: number, deliveryId: number): AttemptResult => ({
  attempt: {
    job: { orgId, endpointId, deliveryId, type: 'customer.created', attempts: 0, webhookId: '', body: '' },
    at: clock(),
    durationMs: 1,
    status: 500,
    errorCode: null,
    responseStart: null,
    retryAfterMs: undefined,
  },
  outcome: { deliveryStatus: 'pending', dueAt: clock(), endpoint: 'failed' },
})

test('an endpoint is disabled while answers come in, in whatever order: neither is held up by the other', async () => {
  const club = await house.organisation()
  const { endpointId, ids } = await waiting(club, 3)
  const [first = 0, second = 0, third = 0] = ids
  let disabling: Promise<Answer> | undefined
  let recording: Promise<void> | undefined
  await sql.begin(async (tx) => {
    await tx`
      select 1
      from webhook_deliveries
      where org_id = ${club.orgId}
        and webhook_delivery_id = ${second}
      for update`
    const body = { status: 'disabled' }
    disabling = house.call('PATCH', `/v1/webhook_endpoints/${endpointId}`, { key: club.key, body })
    await Promise.race([disabling, awaitedLock(sql)])
    recording = recordAttempts(sql, [answered(club, endpointId, third), answered(club, endpointId, first)])
    await Promise.race([recording, awaitedLock(sql, 2)])
  })
  await recording
  assert.equal((await disabling)?.status, 200)
  await house.sender().drain()
  assert.deepEqual(
    (await deliveriesOf(house, club)).map(({ status }: { status: string }) => status),
    ['cancelled', 'cancelled', 'cancelled'],
  )
})

test('claims are renewed in the order of their endpoints, as new messages lock them, so that the two cannot deadlock', async () => {
  const club = await house.organisation()
  const worker = randomUUID()
  const held: EndpointKey[] = [3, 2, 1].map((endpointId) => ({ orgId: club.orgId, endpointId }))
  for (const { endpointId } of held) {
    await sql`
      insert into webhook_queues (org_id, webhook_endpoint_id, leased_by, leased_until)
      values (${club.orgId}, ${endpointId}, ${worker}, now())`
  }
  let renewing: Promise<EndpointKey[]> | undefined
  await sql.begin(async (tx) => {
    const lock = (endpointId: number) => tx`
      select 1
      from webhook_queues
      where org_id = ${club.orgId}
        and webhook_endpoint_id = ${endpointId}
      for update nowait`
    await lock(1)
    renewing = renewQueues(sql, worker, held)
    await awaitedLock(sql)
    // The worker waits for the first, and so has not taken the others.
    await lock(2)
    await lock(3)
  })
  assert.equal((await renewing)?.length, 3)
})
