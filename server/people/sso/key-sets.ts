import { errors, type JWTVerifyGetKey, type LocalJWKSet } from 'jose'
import { LRUCache } from 'lru-cache'
import type { SystemClock } from '../../platform/values/clock.ts'
import { MINUTE_MS } from '../../platform/values/durations.ts'
import type { KeySource } from './fetch-key-set.ts'

/** No keys to check a token by: the provider's fault or the network's, not the fan's. */
export class KeysUnavailable extends Error {}

/** How long keys are taken for the newest. */
export const FRESH_MS = 10 * MINUTE_MS
/** How long no request waits for newer ones. In use they are never older; after a quiet hour a key may have been taken back. */
const UNHURRIED_MS = 2 * FRESH_MS
/** How long they serve while newer ones cannot be had. */
export const STALE_MS = 60 * MINUTE_MS
/** How long a provider that failed is left alone. */
const FAILED_MS = 30_000
/** How far two looks for unknown keys lie apart: so long a made-up key id can keep out a key that was changed over. */
export const SOUGHT_MS = 10_000
const ENTRIES_MAX = 1_000

type Entry = {
  keys?: LocalJWKSet
  fetchedAt: number
  failedAt: number
  /** When a key that we did not know last made us look. */
  soughtAt: number
  fetching?: Promise<void>
}

export type KeySets = (source: KeySource) => JWTVerifyGetKey

/**
 * The keys of issuers, fetched once in ten minutes however many tokens come, and once in ten seconds while tokens name keys
 * that are not among them. Keys that were changed over without notice work at once, or, where a made-up key id came just
 * before, ten seconds later: an attacker cannot use up the look that they need. A flood of made-up ones costs the provider six fetches a
 * minute. jose's own remote set lets them wait for thirty seconds, and knows no clock but its own.
 */
export function createKeySets(
  systemClock: SystemClock,
  fetchKeySet: (source: KeySource) => Promise<LocalJWKSet>,
): KeySets {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX })

  const entryOf = ({ issuer, jwks_uri }: KeySource): Entry => {
    const name = `${issuer} ${jwks_uri ?? ''}`
    const entry = entries.get(name) ?? { fetchedAt: -Infinity, failedAt: -Infinity, soughtAt: -Infinity }
    entries.set(name, entry)
    return entry
  }

  const fetchOnce = (entry: Entry, source: KeySource): Promise<void> => {
    entry.fetching ??= fetchKeySet(source)
      .then(
        (keys) => Object.assign(entry, { keys, fetchedAt: systemClock().getTime(), failedAt: -Infinity }),
        () => Object.assign(entry, { failedAt: systemClock().getTime() }),
      )
      .then(() => {
        delete entry.fetching
      })
    return entry.fetching
  }

  const currentKeys = async (entry: Entry, source: KeySource): Promise<LocalJWKSet> => {
    const now = systemClock().getTime()
    const age = now - entry.fetchedAt
    const mayAsk = entry.fetching !== undefined || now - entry.failedAt >= FAILED_MS
    const fetching = age >= FRESH_MS && mayAsk ? fetchOnce(entry, source) : undefined
    if (!entry.keys || age >= UNHURRIED_MS) await fetching
    if (!entry.keys || systemClock().getTime() - entry.fetchedAt >= STALE_MS) throw new KeysUnavailable()
    return entry.keys
  }

  return (source) => async (header, token) => {
    const entry = entryOf(source)
    const keys = await currentKeys(entry, source)
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const now = systemClock().getTime()
      if (!entry.fetching) {
        if (now - entry.soughtAt < SOUGHT_MS || now - entry.failedAt < FAILED_MS) throw error
        entry.soughtAt = now
      }
      await fetchOnce(entry, source)
      return (entry.keys ?? keys)(header, token)
    }
  }
}
