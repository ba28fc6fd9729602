import { WebhookDeliveryRow } from '../../server/messages/webhooks/delivery.ts'
import { WebhookEndpointRow } from '../../server/messages/webhooks/endpoint.ts'
import { NOTHING } from '../builders/rows.ts'
import { addDelivery, addEndpoint } from '../builders/webhooks.ts'
import type { House, Tenant } from '../harness/house.ts'
import type { OperationExample } from './example.ts'

/** The type that needs no scope beside those of webhooks. */
const types = ['webhook_endpoint.disabled']
const endpoint = { url: 'https://hooks.example.com/grandstand', types }

const oneEndpoint = async (house: House, tenant: Tenant) => ({
  params: { webhook_endpoint_id: await addEndpoint(house, tenant, types) },
  ids: { 'params.webhook_endpoint_id': NOTHING },
})

const EndpointRow = { rows: [WebhookEndpointRow] }

export const webhookExamples: Record<string, OperationExample> = {
  listWebhookEndpoints: {
    ...EndpointRow,
    make: async (house, tenant) => {
      for (let n = 0; n < 2; n += 1) await addEndpoint(house, tenant)
      const { body } = await house.call('GET', '/v1/webhook_endpoints?limit=1', { key: tenant.key })
      return { filters: { limit: 1, cursor: body.next_cursor } }
    },
  },
  createWebhookEndpoint: {
    ...EndpointRow,
    make: async () => ({ body: endpoint, otherBody: { ...endpoint, description: 'Till' } }),
  },
  retrieveWebhookEndpoint: { ...EndpointRow, make: oneEndpoint },
  changeWebhookEndpoint: {
    ...EndpointRow,
    make: async (house, tenant) => ({
      ...(await oneEndpoint(house, tenant)),
      body: { description: null, types: ['*'] },
      otherBody: { status: 'disabled' },
    }),
  },
  deleteWebhookEndpoint: { ...EndpointRow, make: oneEndpoint },
  rollWebhookSecret: {
    ...EndpointRow,
    make: async (house, tenant) => ({
      ...(await oneEndpoint(house, tenant)),
      body: { overlap_seconds: 60 },
      otherBody: { overlap_seconds: 0 },
    }),
  },
  testWebhookEndpoint: { rows: [WebhookEndpointRow, WebhookDeliveryRow], make: oneEndpoint },
  replayWebhookEndpoint: {
    ...EndpointRow,
    make: async (house, tenant) => ({
      ...(await oneEndpoint(house, tenant)),
      body: { since: 1_700_000_000 },
      otherBody: { since: 1_700_000_000, until: 1_700_000_900 },
    }),
  },
  listWebhookMessages: {
    make: async (house, tenant) => {
      await house.call('POST', '/v1/manage/customers', { key: tenant.key, body: { first_name: 'Ada' } })
      return { filters: { after: 1, limit: 1 } }
    },
  },
  listWebhookDeliveries: {
    rows: [WebhookDeliveryRow],
    make: async (house, tenant) => {
      const webhook_endpoint_id = await addEndpoint(house, tenant)
      for (let n = 0; n < 2; n += 1) await addDelivery(house, tenant, webhook_endpoint_id)
      const filters = { webhook_endpoint_id, status: 'pending', type: 'ping', limit: 1 }
      const cursorOf = async (query: string) => {
        const { body } = await house.call('GET', `/v1/webhook_deliveries?limit=1${query}`, { key: tenant.key })
        return body.next_cursor
      }
      const all = `&webhook_endpoint_id=${webhook_endpoint_id}&status=pending&type=ping`
      return {
        filters: { ...filters, cursor: await cursorOf('') },
        together: { ...filters, cursor: await cursorOf(all) },
        ids: { 'filters.webhook_endpoint_id': NOTHING },
      }
    },
  },
  retryWebhookDelivery: {
    rows: [WebhookEndpointRow, WebhookDeliveryRow],
    make: async (house, tenant) => ({
      params: { webhook_delivery_id: await addDelivery(house, tenant, await addEndpoint(house, tenant)) },
      ids: { 'params.webhook_delivery_id': NOTHING },
    }),
  },
}
