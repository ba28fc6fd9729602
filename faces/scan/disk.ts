/** What a phone keeps, by name of the shelf. */
export const stores = {
  /** One of each, by name: the device, the choice of event and gate, settings. */
  kept: 'kept',
  /** Heads of manifests, by event. */
  heads: 'heads',
  /** Holders in pieces of a thousand, by `[event, number]`: one put each would take a minute for a stadium. */
  pieces: 'pieces',
  /** Scans, by nonce. */
  scans: 'scans',
} as const

/** Among what is kept: scans that are closed for the service. They outlive all that the phone knew, until the service has them. */
export const SEALED = 'sealed'

export type Store = (typeof stores)[keyof typeof stores]
export type Key = string | number | (string | number)[]

/** One shelf, while it is being written to. */
export type Shelf = { put(value: unknown, key?: Key): unknown; delete(key: Key): unknown; clear(): unknown }

/** Nothing was kept: the disk is full, or the browser has taken it away. */
export class DiskFailure extends Error {}

/** Where a phone keeps things: the browser's IndexedDB, or in a test whatever behaves like one. */
export type Disk = {
  /** All of it or nothing, and done only once it is on the disk. */
  write(names: Store[], work: (shelf: (name: Store) => Shelf) => void): Promise<void>
  read<T>(name: Store, key: Key): Promise<T | undefined>
  /** In the order of their keys; of pieces, those of one event. */
  readAll<T>(name: Store, eventId?: number): Promise<T[]>
}
