import { changeWebhookEndpoint } from './change-webhook-endpoint.ts'
import { createWebhookEndpoint } from './create-webhook-endpoint.ts'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhookEndpoints } from './list-webhook-endpoints.ts'
import { listWebhookMessages } from './list-webhook-messages.ts'
import { replayWebhookEndpoint } from './replay-webhook-endpoint.ts'
import { retrieveWebhookEndpoint } from './retrieve-webhook-endpoint.ts'
import { retryWebhookDelivery } from './retry-webhook-delivery.ts'
import { rollWebhookSecret } from './roll-webhook-secret.ts'
import { testWebhookEndpoint } from './test-webhook-endpoint.ts'

export const webhookOperations = [
  listWebhookEndpoints,
  createWebhookEndpoint,
  retrieveWebhookEndpoint,
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rollWebhookSecret,
  testWebhookEndpoint,
  replayWebhookEndpoint,
  listWebhookMessages,
  listWebhookDeliveries,
  retryWebhookDelivery,
]
