import type { Manifest, ManifestMember, ManifestTicket } from '@grandstand/sdk'
import { ask } from './api.ts'
import { read, readAll, stores, write } from './database.ts'
import { type ManifestHead, Register } from './register.ts'
import { fingerprint, importBarcodeKey } from './webcrypto.ts'

type Piece = { tickets: ManifestTicket[]; members: ManifestMember[] }

const PIECE = 1000
/** What a phone kept before tickets had their order is fetched anew. */
const SHAPE = 2
/** Above so many pieces of changes everything is written anew, so that loading stays quick. */
const CHANGES_MAX = 40

const piecesOf = (eventId: number) => IDBKeyRange.bound([eventId, 0], [eventId, Number.MAX_SAFE_INTEGER])

/** As it was kept; undefined where nothing was. */
export async function recallRegister(eventId: number): Promise<Register | undefined> {
  const head = await read<ManifestHead>(stores.heads, eventId)
  if (!head) return undefined
  const register = new Register(head)
  const pieces = await readAll<Piece>(stores.pieces, piecesOf(eventId))
  for (const { tickets, members } of pieces) register.add(tickets, members)
  pieceCounts.set(eventId, pieces.length)
  return register
}

/** How many pieces are kept of each event. */
const pieceCounts = new Map<number, number>()

/**
 * What changed since the last time, put into the register and kept; all of it where there is no last time, or where the key of the barcodes
 * is another one: the phone has other gates than before, and may know others.
 */
export async function refreshRegister(
  key: string,
  eventId: number,
  present: Register | undefined,
  timeoutMs: number,
): Promise<Register> {
  const path = `/v1/gate/events/${eventId}/manifest`
  if (present && present.head.shape === SHAPE) {
    const delta = await ask<Manifest>('GET', `${path}?since=${present.head.as_of}`, { key, timeoutMs })
    if ((await fingerprint(delta.barcode_key)) === present.head.barcodeKeyMark) return merge(eventId, present, delta)
  }
  const manifest = await ask<Manifest>('GET', path, { key, timeoutMs })
  const register = new Register(await headOf(manifest))
  register.add(manifest.tickets, manifest.members)
  await keepAll(eventId, register)
  return register
}

async function headOf(manifest: Manifest): Promise<ManifestHead> {
  const { tickets: _tickets, members: _members, barcode_key, since: _since, ...head } = manifest
  return {
    ...head,
    shape: SHAPE,
    barcodeKey: await importBarcodeKey(barcode_key),
    barcodeKeyMark: await fingerprint(barcode_key),
  }
}

/** Changes are a piece behind the others: the last one counts. */
async function merge(eventId: number, present: Register, delta: Manifest): Promise<Register> {
  const head = await headOf(delta)
  present.head = head
  present.add(delta.tickets, delta.members)
  const count = pieceCounts.get(eventId) ?? 0
  const { tickets, members } = delta
  if (count > present.size / PIECE + CHANGES_MAX) await keepAll(eventId, present)
  else {
    const isEmpty = tickets.length + members.length === 0
    await write([stores.heads, stores.pieces], (store) => {
      store('heads').put(head, eventId)
      if (!isEmpty) store('pieces').put({ tickets, members } satisfies Piece, [eventId, count])
    })
    if (!isEmpty) pieceCounts.set(eventId, count + 1)
  }
  return present
}

/** Head and pieces in one transaction: a phone that dies meanwhile has the manifest from before. */
async function keepAll(eventId: number, register: Register): Promise<void> {
  const { tickets, members } = register.holders()
  const length = Math.ceil(Math.max(tickets.length, members.length) / PIECE)
  await write([stores.heads, stores.pieces], (store) => {
    // Of other events too: a phone scans one at a time, and nobody is kept longer than needed.
    store('heads').clear()
    store('pieces').clear()
    store('heads').put(register.head, eventId)
    for (let number = 0; number < length; number += 1) {
      const from = number * PIECE
      const piece: Piece = { tickets: tickets.slice(from, from + PIECE), members: members.slice(from, from + PIECE) }
      store('pieces').put(piece, [eventId, number])
    }
  })
  pieceCounts.set(eventId, length)
}
