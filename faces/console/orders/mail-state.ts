import type { Tone } from '../parts/tone.ts'

const STATES: Record<string, { title: string; tone: Tone }> = {
  pending: { title: 'queued', tone: 'sky' },
  sent: { title: 'accepted', tone: 'good' },
  failed: { title: 'bounced', tone: 'flare' },
  unknown: { title: 'no word of it', tone: 'flare' },
  dropped: { title: 'not sent', tone: 'quiet' },
}

const REASONS: Record<string, string> = {
  suppressed: 'the address has refused mails before',
  switched_off: 'this mail is switched off in the settings',
  no_address: 'there is no address',
  nothing_to_tell: 'there was nothing left to tell',
  superseded: 'a later mail said it',
}

/** What became of a mail: whether it waits, the other server took it, or it came back, and why. */
export function mailState(status: string, code: string | null): { title: string; tone: Tone; why: string | null } {
  const state = STATES[status] ?? { title: status, tone: 'quiet' as const }
  if (code === null || status === 'sent' || status === 'pending') return { ...state, why: null }
  const [, smtp] = /^smtp_(\d+)$/.exec(code) ?? []
  const why = smtp === undefined ? code.replaceAll('_', ' ').toLowerCase() : `the mailbox refused it (${smtp})`
  return { ...state, why: REASONS[code] ?? why }
}
