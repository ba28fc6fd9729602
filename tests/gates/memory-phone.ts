import { type Disk, DiskFailure, type Key, type Store } from '../../faces/scan/disk.ts'
import type { Phone } from '../../faces/scan/phone.ts'

/** A disk that outlives the page that writes to it, as the one of a phone whose page is killed. `isFull` refuses every write. */
export function memoryDisk(): Disk & { isFull: boolean } {
  const shelves = new Map<Store, Map<string, { key: Key; value: unknown }>>()
  const shelfOf = (name: Store) => {
    const shelf = shelves.get(name) ?? new Map<string, { key: Key; value: unknown }>()
    shelves.set(name, shelf)
    return shelf
  }
  const nameOf = (key: Key) => JSON.stringify(key)
  const disk: Disk & { isFull: boolean } = {
    isFull: false,
    async write(_names, work) {
      if (disk.isFull) throw new DiskFailure('the disk is full')
      work((name) => ({
        put(value, key = (value as { nonce: string }).nonce) {
          shelfOf(name).set(nameOf(key), { key, value })
        },
        delete: (key) => shelfOf(name).delete(nameOf(key)),
        clear: () => shelfOf(name).clear(),
      }))
    },
    read: async <T>(name: Store, key: Key) => shelfOf(name).get(nameOf(key))?.value as T | undefined,
    async readAll<T>(name: Store, eventId?: number) {
      const all = [...shelfOf(name).values()]
      const wanted = all.filter(({ key }) => eventId === undefined || (Array.isArray(key) && key[0] === eventId))
      return wanted.map(({ value }) => value as T)
    },
  }
  return disk
}

/** A phone without a browser. */
export const memoryPhone = (phone: Pick<Phone, 'disk' | 'ask' | 'now'> & Partial<Phone>): Phone => ({
  isOnline: () => true,
  version: 'test',
  batteryPercent: async () => 80,
  storagePercent: async () => 3,
  ...phone,
})
