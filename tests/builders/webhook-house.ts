import type { AppDeps } from '../../server/app.ts'
import { createSender, type Sender, type SenderDeps } from '../../server/messages/webhooks/sending/sender.ts'
import { createOutbound } from '../../server/platform/outbound/outbound.ts'
import { parseNetwork } from '../../server/platform/outbound/public-address.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { type House, openHouse, type Tenant } from '../harness/house.ts'

export type Endpoint = { id: number; secret: string }
export type WebhookHouse = House & {
  sender(options?: Partial<SenderDeps>): Sender
  endpoint(tenant: Tenant, url: string, types?: string[]): Promise<Endpoint>
  /** Raises so many messages of the type customer.created. */
  raise(tenant: Tenant, count?: number): Promise<void>
}

/** A house with workers that send to receivers on this machine. */
export async function openWebhookHouse(overrides: Partial<AppDeps> = {}): Promise<WebhookHouse> {
  const outbound = createOutbound({ allow: [parseNetwork('127.0.0.0/8')] })
  const seal = createSeal('a secret for tests of 32 characters')
  const house = await openHouse({ outbound, seal, ...overrides })
  const { sql, clock } = house
  return {
    ...house,
    sender: (options = {}) =>
      createSender({
        sql,
        clock,
        seal,
        outbound,
        random: () => 0,
        onFailure: (_task, error) => {
          throw error
        },
        ...options,
      }),
    async endpoint(tenant, url, types) {
      const body = { url, ...(types ? { types } : {}) }
      const answer = await house.call('POST', '/v1/webhook_endpoints', { key: tenant.key, body })
      if (answer.status !== 201) throw new Error(`no endpoint: ${answer.text}`)
      return { id: answer.body.webhook_endpoint_id, secret: answer.body.secret }
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
