import type { FastifyReply } from 'fastify'
import { elsewhere } from '../../platform/http/elsewhere.ts'
import type { ApiError } from '../../platform/http/errors.ts'
import { AccessError } from '../errors.ts'
import type { KeyPrincipal, Principal } from '../principal.ts'
import type { LimitSubject, Verdict } from '../rate-limits/rate-limits.ts'

/** What a request with the key counts against. */
export const limitsOf = (principal: KeyPrincipal, address: string): LimitSubject => ({
  orgId: principal.orgId,
  keyId: principal.keyId,
  kind: principal.kind,
  perMinute: principal.requestsPerMinute,
  perDay: principal.requestsPerDay,
  organisationPerDay: principal.organisationRequestsPerDay,
  ...(principal.kind === 'pk' ? { address } : {}),
})

/** The two headers, and the refusal where there is one. */
export function applyVerdict(reply: FastifyReply, verdict: Verdict): undefined {
  reply.header('x-ratelimit-limit', verdict.limit)
  reply.header('x-ratelimit-remaining', verdict.remaining)
  if (!verdict.allowed) {
    throw new AccessError(verdict.code, { headers: { 'retry-after': String(verdict.retryAfterSeconds) } })
  }
}

/** Nothing is counted here: what an organisation has used up is counted where it is. */
export function refuseElsewhere(reply: FastifyReply, { requestsPerMinute, elsewhere: place }: Principal): ApiError {
  reply.headers({ 'x-ratelimit-limit': requestsPerMinute, 'x-ratelimit-remaining': requestsPerMinute })
  return elsewhere(place?.address ?? null)
}
