import type { Principal } from '../principal.ts'
import { addressBucket } from '../rate-limits/addresses.ts'

/**
 * Among whose Idempotency-Keys the request's own is. All secret keys have one space, so that a retry just after rolling finds its
 * answer; every fan with a publishable key has the space of the address, as with the limits, and a buyer who shows the secret of an
 * order a space within it, since what is answered is that order's; a gate key is one device, and each person is by themselves.
 */
export function keyspaceOf(principal: Principal | null, address: string, orderSecret?: string): string {
  const holder = orderSecret === undefined ? '' : ` ${orderSecret}`
  if (!principal) return `public${holder}`
  if (principal.kind === 'pk') return `pk ${addressBucket(address)}${holder}`
  if (principal.kind === 'gk') return `gk ${principal.keyId}`
  if (principal.kind === 'staff') return `staff ${principal.staffId}`
  return ''
}
