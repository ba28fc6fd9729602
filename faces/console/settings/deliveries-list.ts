import type { WebhookDelivery } from '@grandstand/sdk'
import { defineList } from '../parts/list/description.ts'
import { stateTitle } from '../parts/state-title.ts'
import type { Tone } from '../parts/tone.ts'
import { common } from '../words/common.ts'
import { words } from '../words/programs.ts'

const STATES = ['succeeded', 'failed', 'pending', 'cancelled'] as const
const TONES: Record<string, Tone> = { succeeded: 'good', failed: 'flare', pending: 'sky' }

/** What an endpoint was sent and what it answered. */
export const deliveriesList = defineList({
  operation: 'webhooks.listDeliveries',
  title: words.deliveriesNewestFirst,
  heading: words.deliveries,
  keyOf: ({ webhook_delivery_id }) => webhook_delivery_id,
  columns: [
    {
      label: words.message,
      cell: ({ type, message_id, replay }) => ({
        title: type,
        small: message_id,
        mark: replay ? words.sentAgainMark : undefined,
      }),
    },
    { label: common.when, isMinor: true, cell: ({ created_at }) => ({ unix: created_at }) },
    { label: common.state, cell: ({ status }) => ({ tag: stateTitle(status), tone: TONES[status] ?? 'quiet' }) },
    { label: words.answer, cell: answerOf },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'status',
      label: common.state,
      options: [
        { value: '', label: words.all, sends: {} },
        ...STATES.map((value) => ({ value, label: value, sends: { status: value } })),
      ],
    },
  ],
  rowAction: {
    label: words.sendAgain,
    needs: 'webhooks:write',
    done: words.itIsSentAgain,
    run: (api, { webhook_delivery_id }) => api.webhooks.retryDelivery(webhook_delivery_id),
  },
  empty: {
    title: words.nothingWasSentToIt,
    text: words.whatHappensFromNowOn,
  },
})

function answerOf({ attempts }: WebhookDelivery): string {
  const last = attempts.at(-1)
  if (!last) return words.notTriedYet
  const answer = last.response_status ?? last.error_code ?? words.noAnswer
  return `${answer}, ${last.duration_ms} ms${attempts.length > 1 ? `, ${attempts.length} tries` : ''}`
}
