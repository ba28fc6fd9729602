import type { AppDeps } from '../../server/app.ts'
import { createSender, type Sender, type SenderDeps } from '../../server/messages/webhooks/sending/sender.ts'
import { makeSecret, secretContext } from '../../server/messages/webhooks/signature.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { parseNetwork } from '../../server/platform/values/ip-address.ts'
import { messageFields } from '../../server/program/payloads.ts'
import { type House, openHouse, type Tenant } from '../harness/house.ts'
import { addRow, type Owner } from './rows.ts'

/** An endpoint that hears of everything, or of these types; no receiver is there. */
export async function addEndpoint({ sql }: House, { orgId }: Owner, types = ['*']): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into webhook_endpoints (org_id, url, types, secret_encrypted)
    values (${orgId}, 'https://hooks.example.com/', ${types}, ${Buffer.alloc(64)})
    returning webhook_endpoint_id as id`
  if (!row) throw new Error('insert into webhook_endpoints returned no row')
  return row.id
}

/** A delivery that was tried once, in vain. */
export async function addDelivery(house: House, owner: Owner, endpointId: number): Promise<number> {
  const payload = JSON.stringify({ type: 'ping', timestamp: '', org_id: String(owner.orgId), data: {} })
  const messageId = await addRow(house, owner, 'webhook_messages', 'message_id', { type: 'ping', payload })
  const deliveryId = await addRow(house, owner, 'webhook_deliveries', 'webhook_delivery_id', {
    webhook_endpoint_id: endpointId,
    message_id: messageId,
    sequence: messageId,
    type: 'ping',
    due_at: house.clock(),
  })
  await addRow(house, owner, 'webhook_attempts', 'attempt_number', {
    webhook_delivery_id: deliveryId,
    attempt_number: 1,
    webhook_endpoint_id: endpointId,
    response_status: 503,
    duration_ms: 12,
    response_start: 'busy',
  })
  return deliveryId
}

export type Endpoint = { id: number; secret: string }
export type WebhookHouse = House & {
  sender(options?: Partial<SenderDeps>): Sender
  /** One that was proven long ago. */
  endpoint(tenant: Tenant, url: string, types?: string[]): Promise<Endpoint>
  /** Raises so many messages of the type customer.created. */
  raise(tenant: Tenant, count?: number): Promise<void>
}

/** A house with workers that send to receivers on this machine. */
export async function openWebhookHouse(
  overrides: Partial<AppDeps> = {},
  database?: Parameters<typeof openHouse>[1],
): Promise<WebhookHouse> {
  const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
  const house = await openHouse({ outbound, ...overrides }, database)
  const { sql, clock, seal } = house
  return {
    ...house,
    sender: (options = {}) =>
      createSender({
        sql,
        clock,
        systemClock: clock,
        seal,
        outbound,
        messageFields,
        random: () => 0,
        onFailure: (_task, error) => {
          throw error
        },
        ...options,
      }),
    async endpoint({ orgId }, url, types = ['*']) {
      const id = await addEndpoint(house, { orgId }, types)
      const secret = makeSecret()
      await sql`
        update webhook_endpoints
        set url = ${url},
          secret_encrypted = ${seal.close(secret, secretContext(orgId, id))}
        where org_id = ${orgId}
          and webhook_endpoint_id = ${id}`
      return { id, secret }
    },
    async raise(tenant, count = 1) {
      for (let n = 0; n < count; n += 1) {
        const body = { first_name: `Fan ${n}` }
        const { status, text } = await house.call('POST', '/v1/manage/customers', { key: tenant.key, body })
        if (status !== 201) throw new Error(text)
      }
    },
  }
}

export const deliveriesOf = async (house: House, { key }: Tenant, query = '') =>
  (await house.call('GET', `/v1/webhook_deliveries?limit=100${query}`, { key })).body.data
