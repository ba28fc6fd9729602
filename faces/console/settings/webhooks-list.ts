import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'
import { endpointState } from './endpoint-words.ts'

/** Where the organisation's own software is told of what happens. */
export const webhooksList = defineList({
  operation: 'webhooks.listEndpoints',
  title: words.webhookEndpoints,
  keyOf: ({ webhook_endpoint_id }) => webhook_endpoint_id,
  hrefOf: ({ webhook_endpoint_id }) => routes.webhook(webhook_endpoint_id),
  columns: [
    { label: common.address, cell: ({ url }) => url },
    { label: words.whatFor, isMinor: true, cell: ({ description }) => description },
    { label: common.state, cell: endpointState },
    {
      label: words.lastSuccess,
      isMinor: true,
      cell: ({ last_success_at }) => ({ unix: last_success_at, never: common.never }),
    },
  ],
  empty: {
    title: words.noEndpointsYet,
    text: words.anEndpointIsAnAddress,
  },
})
