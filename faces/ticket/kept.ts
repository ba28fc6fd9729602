import type { TicketPage } from '@grandstand/sdk'
import { assumeAhead, secret, serverNow } from './api.ts'

/*
 * The last page that was seen, so that a phone without a network shows its codes. It is kept under a hash: whoever reads the storage of
 * a shared machine finds the tickets that were shown there, not the secret that could change them. It goes when the secret is
 * revoked, a day after the event, and when somebody says that the device is not theirs.
 */
export type Kept = { page: TicketPage; keptAt: number; aheadMs?: number }

const PREFIX = 'tickets:'
const DAY_MS = 86_400_000

const keyOf = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return PREFIX + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const endOf = ({ event }: TicketPage) => (event.event_end_unix ?? event.event_start_unix + 86_400) * 1000 + DAY_MS

/** A browser may refuse to keep anything, and then the page works with a network only. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const readAt = (key: string): Kept | undefined =>
  quietly(() => {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as Kept)
  })

export async function recall(): Promise<Kept | undefined> {
  forgetPast()
  const kept = readAt(await keyOf())
  if (kept?.aheadMs !== undefined) assumeAhead(kept.aheadMs)
  return kept
}

/** Where somebody said that the device is not theirs, nothing is kept for as long as the tab lives. */
const STRANGE = 'tickets:not-mine'
export const isStrange = (): boolean => quietly(() => sessionStorage.getItem(STRANGE)) === 'yes'

export async function keep(page: TicketPage): Promise<void> {
  if (isStrange() || endOf(page) < Date.now()) return
  const kept: Kept = { page, keptAt: Date.now(), aheadMs: serverNow() - Date.now() }
  const key = await keyOf()
  quietly(() => localStorage.setItem(key, JSON.stringify(kept)))
}

export async function forget(): Promise<void> {
  const key = await keyOf()
  quietly(() => localStorage.removeItem(key))
}

export async function forgetDevice(): Promise<void> {
  quietly(() => sessionStorage.setItem(STRANGE, 'yes'))
  await forget()
}

/** Pages of events that are over, whosever they were. */
function forgetPast(): void {
  const keys = quietly(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? []
  for (const key of keys) {
    const kept = readAt(key)
    if (!kept?.page || endOf(kept.page) < Date.now()) quietly(() => localStorage.removeItem(key))
  }
}
