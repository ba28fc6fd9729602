import type { CardPage, TicketPage } from '@grandstand/sdk'
import { readStored, storedKeys, writeStored } from '../kit/storage.ts'
import { assumeAhead, secret, serverNow } from './api.ts'

/*
 * The last page that was seen, so that a phone without a network shows its codes. It is kept under a hash: a stranger who reads the storage of
 * a shared machine finds the tickets that were shown there, not the secret that could change them. It goes when the secret is
 * revoked, a day after the event or the end of the membership, and when the fan says that the device is not theirs.
 */
export type PageOfSecret = TicketPage | CardPage
export type StoredPage<Page extends PageOfSecret = PageOfSecret> = { page: Page; keptAt: number; aheadMs?: number }

const PREFIX = 'tickets:'
const DAY_MS = 86_400_000

const keyOf = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return PREFIX + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A card that never ends is kept for a year after it was last seen. */
const FOR_LIFE_MS = 366 * DAY_MS

function endOf(page: PageOfSecret, keptAt: number): number {
  if ('card' in page) return page.card.expires === null ? keptAt + FOR_LIFE_MS : page.card.expires * 1000 + DAY_MS
  const { event } = page
  return (event.event_end_unix ?? event.event_start_unix + 86_400) * 1000 + DAY_MS
}

export async function recall<Page extends PageOfSecret>(): Promise<StoredPage<Page> | undefined> {
  forgetPast()
  const stored = readStored<StoredPage<Page>>('local', await keyOf())
  if (stored?.aheadMs !== undefined) assumeAhead(stored.aheadMs)
  return stored
}

/** Where the fan said that the device is not theirs, nothing is kept for as long as the tab lives. */
const STRANGE = 'tickets:not-mine'
export const isStrange = (): boolean => readStored<boolean>('session', STRANGE) === true

export async function keep(page: PageOfSecret): Promise<void> {
  if (isStrange() || endOf(page, Date.now()) < Date.now()) return
  const stored: StoredPage = { page, keptAt: Date.now(), aheadMs: serverNow() - Date.now() }
  writeStored('local', await keyOf(), stored)
}

export async function forget(): Promise<void> {
  writeStored('local', await keyOf(), undefined)
}

export async function forgetDevice(): Promise<void> {
  writeStored('session', STRANGE, true)
  await forget()
}

/** Pages of events and memberships that are over, whosever they were. */
function forgetPast(): void {
  for (const key of storedKeys('local', PREFIX)) {
    const stored = readStored<StoredPage>('local', key)
    if (!stored?.page || endOf(stored.page, stored.keptAt) < Date.now()) writeStored('local', key, undefined)
  }
}
