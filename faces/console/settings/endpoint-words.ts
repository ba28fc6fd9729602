import type { WebhookEndpoint } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/programs.ts'

/** How an endpoint stands, by colour and by word. */
export function endpointState(endpoint: WebhookEndpoint): { tag: string; tone: Tone } {
  if (endpoint.status === 'disabled')
    return { tag: words.off, tone: endpoint.disabled_reason === 'by_request' ? 'quiet' : 'flare' }
  if (endpoint.failing_since !== null) return { tag: words.isFailing, tone: 'flare' }
  return endpoint.proven_at === null ? { tag: words.notProven, tone: 'sky' } : { tag: words.isOn, tone: 'good' }
}
