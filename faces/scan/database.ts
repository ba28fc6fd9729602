/*
 * What the phone keeps, in IndexedDB: who it is, the manifest in pieces, and every scan until the service has it. A write is
 * waited for until it is on the disk: a phone whose battery dies a moment later has it still.
 */
import { type Disk, DiskFailure, type Key, SEALED, type Shelf, type Store, stores } from './disk.ts'

const NAME = 'scan'
const VERSION = 1

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      for (const store of [stores.kept, stores.heads, stores.pieces]) request.result.createObjectStore(store)
      request.result.createObjectStore(stores.scans, { keyPath: 'nonce' })
    }
    request.onsuccess = () => {
      // A browser closes it under pressure; the next one who asks opens it anew.
      request.result.onclose = () => {
        opening = undefined
      }
      // A newer program wants it otherwise, and may not wait for a page or a worker that still has it open.
      request.result.onversionchange = () => {
        request.result.close()
        opening = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => {
      opening = undefined
      reject(request.error)
    }
  })
  return opening
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function write(names: Store[], work: (shelf: (name: Store) => Shelf) => void): Promise<void> {
  try {
    const transaction = (await open()).transaction(names, 'readwrite', { durability: 'strict' })
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('nothing was kept'))
    })
    work((name) => transaction.objectStore(name))
    await done
  } catch (cause) {
    throw new DiskFailure('nothing was kept', { cause })
  }
}

async function read<T>(name: Store, key: Key): Promise<T | undefined> {
  return answerOf((await open()).transaction(name).objectStore(name).get(key))
}

async function readAll<T>(name: Store, eventId?: number): Promise<T[]> {
  const range = eventId === undefined ? null : IDBKeyRange.bound([eventId, 0], [eventId, Number.MAX_SAFE_INTEGER])
  return answerOf((await open()).transaction(name).objectStore(name).getAll(range))
}

export const disk: Disk = { write, read, readAll }

/** Nothing is left of what the phone knew, but for what it cannot read itself. */
export async function wipe(): Promise<void> {
  const sealed = await read(stores.kept, SEALED)
  await write(Object.values(stores), (shelf) => {
    for (const name of Object.values(stores)) shelf(name).clear()
    if (sealed !== undefined) shelf(stores.kept).put(sealed, SEALED)
  })
}
