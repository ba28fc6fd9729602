import { isIPv4 } from 'node:net'
import { LRUCache } from 'lru-cache'
import { lazily } from '../../platform/process/lazily.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import { readAddress } from '../../platform/values/ip-address.ts'
import type { Verdict } from './verdict.ts'

/** Beyond this many addresses a minute, the one that was not seen for longest is forgotten. */
const ADDRESSES_MAX = 50_000

export type AddressLimits = {
  take(address: string): Verdict
  /** The caller had a valid key after all. */
  giveBack(address: string): void
}

/** Callers without a valid key: counted by address, in this process only, so that strangers cost no database work. */
export function createAddressLimits({
  systemClock,
  perMinute,
  addressesMax = ADDRESSES_MAX,
  bucketOf = addressBucket,
}: {
  systemClock: SystemClock
  perMinute: number
  addressesMax?: number
  /** What is counted together. */
  bucketOf?: (address: string) => string
}): AddressLimits {
  // It takes room for all of them at once: five such tables were a twentieth of what a start costs.
  const countsOf = lazily(() => new LRUCache<string, number>({ max: addressesMax }))
  let startMs = Number.NEGATIVE_INFINITY

  return {
    take(address) {
      const counts = countsOf()
      const nowMs = systemClock().getTime()
      if (nowMs < startMs || nowMs >= startMs + MINUTE_MS) {
        startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
        counts.clear()
      }
      const bucket = bucketOf(address)
      const count = counts.get(bucket) ?? 0
      if (count >= perMinute) {
        const retryAfterSeconds = Math.max(1, Math.ceil((startMs + MINUTE_MS - nowMs) / 1000))
        return { allowed: false, code: 'rate_limit_address', limit: perMinute, remaining: 0, retryAfterSeconds }
      }
      counts.set(bucket, count + 1)
      return { allowed: true, limit: perMinute, remaining: perMinute - count - 1 }
    },
    giveBack(address) {
      const counts = countsOf()
      const bucket = bucketOf(address)
      const count = counts.get(bucket) ?? 0
      // The minute may have turned over since, and then there is nothing to give back to.
      if (count > 0) counts.set(bucket, count - 1)
    },
  }
}

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 one, since a single host owns all of its /64.
 * Anything that is no address counts together, so that a forged header cannot make up callers.
 */
export function addressBucket(text: string): string {
  // An IPv4 address has one spelling, and each request of a storefront comes with one.
  if (isIPv4(text)) return text
  const address = readAddress(text)
  if (!address) return 'unknown'
  if (!('parts' in address)) return address.toString()
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
