import { isIPv4, isIPv6 } from 'node:net'
import type { Clock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { Verdict } from './verdict.ts'

/** Beyond this many addresses a minute, the one that came first is forgotten. */
const ADDRESSES_MAX = 50_000

/** Callers without a valid key: counted by address, in this process only, so that strangers cost no database work. */
export function createAddressLimits({
  clock,
  perMinute,
  addressesMax = ADDRESSES_MAX,
}: {
  clock: Clock
  perMinute: number
  addressesMax?: number
}): (address: string) => Verdict {
  const counts = new Map<string, number>()
  let startMs = Number.NEGATIVE_INFINITY

  return (address) => {
    const nowMs = clock().getTime()
    if (nowMs < startMs || nowMs >= startMs + MINUTE_MS) {
      startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
      counts.clear()
    }
    const bucket = addressBucket(address)
    const count = counts.get(bucket) ?? 0
    if (count >= perMinute) {
      const retryAfterSeconds = Math.max(1, Math.ceil((startMs + MINUTE_MS - nowMs) / 1000))
      return { allowed: false, code: 'rate_limit_address', limit: perMinute, remaining: 0, retryAfterSeconds }
    }
    counts.set(bucket, count + 1)
    if (counts.size > addressesMax) counts.delete(counts.keys().next().value ?? '')
    return { allowed: true, limit: perMinute, remaining: perMinute - count - 1 }
  }
}

/**
 * What counts as one caller: an IPv4 address, or the /64 of an IPv6 one, since a single host owns all of its /64.
 * Anything that is no address counts together, so that a forged header cannot make up callers.
 */
export function addressBucket(address: string): string {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  const groups = groupsOf(address)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups
  const isMappedIPv4 = a + b + c + d + e === 0 && f === 0xffff
  if (isMappedIPv4) return `${g >> 8}.${g & 255}.${h >> 8}.${h & 255}`
  return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}:${d.toString(16)}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%')
  const [head = '', tail] = withoutZone.split('::')
  const before = numbersOf(head)
  if (tail === undefined) return before
  const after = numbersOf(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function numbersOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}
