import { Refused, Unreached } from './api.ts'
import { DiskFailure } from './disk.ts'
import type { FailureKind } from './words/en.ts'

/** Why there is no answer, and what the service said to it. */
export type Failure = { kind: FailureKind; said: string }

/** What the phone has kept, or was sent, cannot be understood. */
export class BadList extends Error {}

export function failureOf(error: unknown): Failure {
  const said = error instanceof Refused ? error.message : ''
  if (error instanceof Refused) return { kind: 'refused', said }
  if (error instanceof DiskFailure) return { kind: 'disk', said }
  if (error instanceof BadList) return { kind: 'badList', said }
  return { kind: error instanceof Unreached ? 'noList' : 'other', said }
}
