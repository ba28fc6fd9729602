import type { Manifest, ManifestMember, ManifestTicket } from '@grandstand/sdk'
import { type Disk, stores } from './disk.ts'
import { BadList } from './failure.ts'
import type { ManifestHead } from './manifest-facts.ts'
import type { Phone } from './phone.ts'
import { Register } from './register.ts'
import { fingerprint, importBarcodeKey } from './webcrypto.ts'

type PhoneClock = { skewMs: number; errorMs: number }
type Piece = { tickets: ManifestTicket[]; members: ManifestMember[] }

const PIECE = 1000
/** What a phone kept in another shape is fetched anew. */
const SHAPE = 5
/** Above so many pieces of changes everything is written anew, so that loading stays quick. */
const CHANGES_MAX = 40
const MANIFEST_MS = 60_000

/** As it was kept; undefined where nothing was. */
export async function recallRegister(disk: Disk, eventId: number): Promise<Register | undefined> {
  const head = await disk.read<ManifestHead>(stores.heads, eventId)
  if (!head) return undefined
  return legible(async () => {
    const register = new Register(head)
    for (const { tickets, members } of await disk.readAll<Piece>(stores.pieces, eventId)) register.add(tickets, members)
    return register
  })
}

/** A list that another version of the program wrote, or half of one, is no list. */
async function legible(read: () => Promise<Register>): Promise<Register> {
  try {
    return await read()
  } catch (cause) {
    throw new BadList('the list cannot be read', { cause })
  }
}

/**
 * What changed since the last time, put into the register and kept; all of it where there is no last time, or where the key of the barcodes
 * is another one: the phone has other gates than before, and may know others.
 */
export async function refreshRegister(
  { disk, ask }: Phone,
  key: string,
  eventId: number,
  present: Register | undefined,
  { skewMs, errorMs }: PhoneClock,
): Promise<Register> {
  const path = `/v1/gate/events/${eventId}/manifest`
  const asked = { key, timeoutMs: MANIFEST_MS }
  if (present && present.head.shape === SHAPE) {
    const delta = await ask<Manifest>('GET', `${path}?since=${present.head.as_of}`, asked)
    const { barcodeKey, barcodeKeyMark } = present.head
    if ((await fingerprint(delta.barcode_key)) === barcodeKeyMark)
      return merge(disk, eventId, present, delta, { barcodeKey, barcodeKeyMark, skewMs, errorMs })
  }
  const manifest = await ask<Manifest>('GET', path, asked)
  const register = await legible(async () => {
    const { barcode_key } = manifest
    const barcodeKeyMark = await fingerprint(barcode_key)
    const own = { barcodeKey: await importBarcodeKey(barcode_key), barcodeKeyMark, skewMs, errorMs }
    const fetched = new Register(headOf(manifest, own, 0))
    fetched.add(manifest.tickets, manifest.members)
    return fetched
  })
  await keepAll(disk, eventId, register)
  return register
}

/** What the phone itself adds to a manifest. */
type Own = Pick<ManifestHead, 'barcodeKey' | 'barcodeKeyMark' | 'skewMs' | 'errorMs'>

function headOf(manifest: Manifest, own: Own, pieces: number): ManifestHead {
  const { tickets: _tickets, members: _members, barcode_key: _key, since: _since, ...head } = manifest
  return { ...head, ...own, shape: SHAPE, pieces }
}

/** Changes are a piece behind the others: the last one counts. */
async function merge(disk: Disk, eventId: number, present: Register, delta: Manifest, own: Own) {
  const { tickets, members } = delta
  const { pieces } = present.head
  const isEmpty = tickets.length + members.length === 0
  const head = headOf(delta, own, isEmpty ? pieces : pieces + 1)
  present.head = head
  present.add(tickets, members)
  try {
    if (pieces > present.size / PIECE + CHANGES_MAX) await keepAll(disk, eventId, present)
    else
      await disk.write([stores.heads, stores.pieces], (shelf) => {
        shelf('heads').put(head, eventId)
        if (!isEmpty) shelf('pieces').put({ tickets, members } satisfies Piece, [eventId, pieces])
      })
  } catch (error) {
    // These changes are known and not kept: the next ones alone would leave a hole, so all of it is fetched then.
    present.head = { ...present.head, shape: 0 }
    throw error
  }
  return present
}

/** Head and pieces in one transaction: a phone that dies meanwhile has the manifest from before. */
async function keepAll(disk: Disk, eventId: number, register: Register): Promise<void> {
  const { tickets, members } = register.holders()
  const pieces = Math.ceil(Math.max(tickets.length, members.length) / PIECE)
  register.head = { ...register.head, pieces }
  await disk.write([stores.heads, stores.pieces], (shelf) => {
    // Of other events too: a phone scans one at a time, and no holder's data is kept longer than needed.
    shelf('heads').clear()
    shelf('pieces').clear()
    shelf('heads').put(register.head, eventId)
    for (let number = 0; number < pieces; number += 1) {
      const from = number * PIECE
      const piece: Piece = { tickets: tickets.slice(from, from + PIECE), members: members.slice(from, from + PIECE) }
      shelf('pieces').put(piece, [eventId, number])
    }
  })
}
