/*
 * What the phone keeps, in IndexedDB: who it is, the manifest in pieces, and every scan until the service has it. A write is
 * waited for until it is on the disk: a phone whose battery dies a moment later has it still.
 */
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

type Store = (typeof stores)[keyof typeof stores]

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

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** All of it or nothing, and done only once it is on the disk. */
export async function write(names: Store[], work: (store: (name: Store) => IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(names, 'readwrite', { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('nothing was kept'))
  })
  work((name) => transaction.objectStore(name))
  await done
}

export async function read<T>(name: Store, key: IDBValidKey): Promise<T | undefined> {
  return answerOf((await open()).transaction(name).objectStore(name).get(key))
}

export async function readAll<T>(name: Store, range?: IDBKeyRange): Promise<T[]> {
  return answerOf((await open()).transaction(name).objectStore(name).getAll(range))
}

/** Nothing is left of what the phone knew. */
export const wipe = () =>
  write(Object.values(stores), (store) => {
    for (const name of Object.values(stores)) store(name).clear()
  })
