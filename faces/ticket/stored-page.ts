import type { TicketPage } from '@grandstand/sdk'
import { readStored, storedKeys, writeStored } from '../kit/storage.ts'
import { assumeAhead, secret, serverNow } from './api.ts'

/*
 * The last page that was seen, so that a phone without a network shows its codes. It is kept under a hash: a stranger who reads the storage of
 * a shared machine finds the tickets that were shown there, not the secret that could change them. It goes when the secret is
 * revoked, a day after the event, and when the fan says that the device is not theirs.
 */
export type StoredPage = { page: TicketPage; keptAt: number; aheadMs?: number }

const PREFIX = 'tickets:'
const DAY_MS = 86_400_000

const keyOf = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return PREFIX + [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const endOf = ({ event }: TicketPage) => (event.event_end_unix ?? event.event_start_unix + 86_400) * 1000 + DAY_MS

export async function recall(): Promise<StoredPage | undefined> {
  forgetPast()
  const stored = readStored<StoredPage>('local', await keyOf())
  if (stored?.aheadMs !== undefined) assumeAhead(stored.aheadMs)
  return stored
}

/** Where the fan said that the device is not theirs, nothing is kept for as long as the tab lives. */
const STRANGE = 'tickets:not-mine'
export const isStrange = (): boolean => readStored<boolean>('session', STRANGE) === true

export async function keep(page: TicketPage): Promise<void> {
  if (isStrange() || endOf(page) < Date.now()) return
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

/** Pages of events that are over, whosever they were. */
function forgetPast(): void {
  for (const key of storedKeys('local', PREFIX)) {
    const stored = readStored<StoredPage>('local', key)
    if (!stored?.page || endOf(stored.page) < Date.now()) writeStored('local', key, undefined)
  }
}
