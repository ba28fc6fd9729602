import { Refused, Unreached } from './api.ts'
import { DiskFailure } from './disk.ts'

/** Why there is no answer: the phone keeps nothing more, the service will not, there is no list, or one that nobody can read. */
export type Failure = { kind: 'disk' | 'refused' | 'noList' | 'badList' | 'other'; said: string }

/** What the phone has kept, or was sent, cannot be understood. */
export class BadList extends Error {}

export function failureOf(error: unknown): Failure {
  const said = error instanceof Refused ? error.message : ''
  if (error instanceof Refused) return { kind: 'refused', said }
  if (error instanceof DiskFailure) return { kind: 'disk', said }
  if (error instanceof BadList) return { kind: 'badList', said }
  return { kind: error instanceof Unreached ? 'noList' : 'other', said }
}
