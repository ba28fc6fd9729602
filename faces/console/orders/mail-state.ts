import type { Tone } from '../parts/tone.ts'
import { words } from '../words/week.ts'

const TONES: Record<string, Tone> = { pending: 'sky', sent: 'good', failed: 'flare', unknown: 'flare' }

/** What became of a mail: whether it waits, the other server took it, or it came back, and why. */
export function mailState(status: string, code: string | null): { title: string; tone: Tone; why: string | null } {
  const state = { title: words.mailStates[status] ?? status, tone: TONES[status] ?? ('quiet' as const) }
  if (code === null || status === 'sent' || status === 'pending') return { ...state, why: null }
  const [, smtp] = /^smtp_(\d+)$/.exec(code) ?? []
  if (smtp !== undefined) return { ...state, why: words.theMailboxRefusedIt({ code: smtp }) }
  return { ...state, why: words.mailReasons[code] ?? code.replaceAll('_', ' ').toLowerCase() }
}
