import { createHash } from 'node:crypto'
import type { OrgId } from '../../access/principal.ts'
import { encodeBase32 } from '../../platform/values/base32.ts'
import { DAY_MS } from '../../platform/values/durations.ts'
import type { Seal } from '../../platform/values/seal.ts'
import { hashedLeaveCode, LEAVE_CODE_LENGTH } from '../rules/leave-code.ts'

/**
 * What ends turnstile mode without a network: 60 bits of the event and of the day in UTC, too many to try out by their hash, which scanners
 * have. It opens nothing else. The six digits that let a fan in stay ours to check: they could be tried.
 */
export function leaveCode(orgId: OrgId, seal: Seal, eventId: number, at: Date): string {
  const day = at.toISOString().slice(0, 10)
  const bytes = Buffer.from(
    seal.fingerprint(JSON.stringify([orgId, eventId, day]), 'turnstile leave code'),
    'base64url',
  )
  return encodeBase32(bytes.subarray(0, 8)).slice(0, LEAVE_CODE_LENGTH)
}

/** Of this day and of the next: an evening may go on past midnight without a network. */
export const leaveCodeHashes = (orgId: OrgId, seal: Seal, eventId: number, now: Date): string[] =>
  [now, new Date(now.getTime() + DAY_MS)].map((at) => {
    const text = hashedLeaveCode(String(eventId), leaveCode(orgId, seal, eventId, at))
    return createHash('sha256').update(text).digest('base64url')
  })
