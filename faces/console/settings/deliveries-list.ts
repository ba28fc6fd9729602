import type { WebhookDelivery } from '@grandstand/sdk'
import { defineList } from '../parts/list/description.ts'
import type { Tone } from '../parts/tone.ts'

const STATES = ['succeeded', 'failed', 'pending', 'cancelled'] as const
const TONES: Record<string, Tone> = { succeeded: 'good', failed: 'flare', pending: 'sky' }

/** What an endpoint was sent and what it answered. */
export const deliveriesList = defineList({
  operation: 'webhooks.listDeliveries',
  title: 'Deliveries, newest first',
  heading: 'Deliveries',
  keyOf: ({ webhook_delivery_id }) => webhook_delivery_id,
  columns: [
    {
      label: 'Message',
      cell: ({ type, message_id, replay }) => ({
        title: type,
        small: message_id,
        mark: replay ? 'replay' : undefined,
      }),
    },
    { label: 'When', isMinor: true, cell: ({ created_at }) => ({ unix: created_at }) },
    { label: 'State', cell: ({ status }) => ({ tag: status, tone: TONES[status] ?? 'quiet' }) },
    { label: 'Answer', cell: answerOf },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: 'State',
      options: [
        { value: '', label: 'All', sends: {} },
        ...STATES.map((value) => ({ value, label: value, sends: { status: value } })),
      ],
    },
  ],
  rowAction: {
    label: 'Send again',
    needs: 'webhooks:write',
    done: 'It is sent again',
    run: (api, { webhook_delivery_id }) => api.webhooks.retryDelivery(webhook_delivery_id),
  },
  empty: {
    title: 'Nothing was sent to it yet',
    text: 'What happens from now on is sent as it happens. A ping shows whether the address answers.',
  },
})

function answerOf({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return 'not tried yet'
  const answer = last.response_status ?? last.error_code ?? 'no answer'
  return `${answer}, ${last.duration_ms} ms${attempts.length > 1 ? `, ${attempts.length} tries` : ''}`
}
