import type { Principal } from '../principal.ts'
import { addressBucket } from '../rate-limits/addresses.ts'

/**
 * Among whose Idempotency-Keys the request's own is. All secret keys have one space, so that a retry just after rolling finds its
 * answer; every fan with a publishable key has the space of the address, as with the limits; a gate key is one device, and each
 * person is by themselves.
 */
export function keyspaceOf(principal: Principal | null, address: string): string {
  if (!principal) return 'public'
  if (principal.kind === 'pk') return `pk ${addressBucket(address)}`
  if (principal.kind === 'gk') return `gk ${principal.keyId}`
  if (principal.kind === 'staff') return `staff ${principal.staffId}`
  return ''
}
