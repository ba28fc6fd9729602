import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { endpointState } from './endpoint-words.ts'

/** Where the organisation's own software is told of what happens. */
export const webhooksList = defineList({
  operation: 'webhooks.listEndpoints',
  title: 'Webhook endpoints',
  keyOf: ({ webhook_endpoint_id }) => webhook_endpoint_id,
  hrefOf: ({ webhook_endpoint_id }) => routes.webhook(webhook_endpoint_id),
  columns: [
    { label: 'Address', cell: ({ url }) => url },
    { label: 'What for', isMinor: true, cell: ({ description }) => description },
    { label: 'State', cell: endpointState },
    {
      label: 'Last success',
      isMinor: true,
      cell: ({ last_success_at }) => ({ unix: last_success_at, never: 'never' }),
    },
  ],
  empty: {
    title: 'No endpoints yet',
    text: 'An endpoint is an address of yours that is told of each order, scan or change as it happens.',
  },
})
