import type { TakenScans } from '@grandstand/sdk'
import { Refused } from './api.ts'
import { type Disk, SEALED, stores } from './disk.ts'
import type { ManifestHead } from './manifest-facts.ts'
import type { Device, Phone } from './phone.ts'
import { type KeptScan, recallScans, toldScan } from './queue.ts'
import { sealFor } from './seal-code.ts'

/** What the service alone can open: scans of one event that it has not heard of. */
export type SealedPiece = { orgId: string; deviceId: number; eventId: number; count: number; sealed: string }

/** Who sends without a key may send 16 kB, and sealed it is a third more. */
const PIECE_BYTES_MAX = 10_000

/** In halves, until each is small enough. */
function piecesOf(scans: KeptScan[]): KeptScan[][] {
  const bytes = new TextEncoder().encode(JSON.stringify(scans.map(toldScan))).length
  if (bytes <= PIECE_BYTES_MAX || scans.length === 1) return [scans]
  const half = Math.ceil(scans.length / 2)
  return [...piecesOf(scans.slice(0, half)), ...piecesOf(scans.slice(half))]
}

/**
 * The phone was taken off the gates, and is about to forget everything. What the service has not heard of is closed for it, with the key that
 * proves whose it is: a finder of the phone has nothing to read. Says how many could not be: of their event there is no list, and so no key.
 */
export async function sealScans({ disk }: Phone, device: Device): Promise<{ sealed: number; lost: number }> {
  const scans = (await recallScans(disk)).filter(({ stage, result }) => stage !== 'logged' && result !== null)
  const heads = await disk.readAll<ManifestHead>(stores.heads)
  const keys = new Map(heads.map(({ event, code_key }) => [Number(event.event_id), code_key]))
  const pieces: SealedPiece[] = await recallSealed(disk)
  for (const [eventId, scansOfEvent] of Map.groupBy(scans, (scan) => scan.eventId)) {
    const serviceKey = keys.get(eventId)
    if (!serviceKey) continue
    for (const piece of piecesOf(scansOfEvent)) pieces.push(await sealPiece(device, eventId, serviceKey, piece))
  }
  const sealed = scans.filter(({ eventId }) => keys.get(eventId)).length
  await keepSealed(disk, pieces)
  return { sealed, lost: scans.length - sealed }
}

async function sealPiece(
  { deviceId, orgId, key }: Device,
  eventId: number,
  serviceKey: string,
  scans: KeptScan[],
): Promise<SealedPiece> {
  const content = JSON.stringify({ key, scans: scans.map(toldScan) })
  const sealed = await sealFor(serviceKey, ['scans', deviceId], content)
  return { orgId, deviceId, eventId, count: scans.length, sealed }
}

const recallSealed = async (disk: Disk) => (await disk.read<SealedPiece[]>(stores.kept, SEALED)) ?? []

const keepSealed = (disk: Disk, pieces: SealedPiece[]) =>
  disk.write([stores.kept], (shelf) => {
    if (pieces.length === 0) shelf('kept').delete(SEALED)
    else shelf('kept').put(pieces, SEALED)
  })

export type Offered = { taken: number; refused: number; waiting: number }

/** Offers what is sealed, piece by piece. What the service has judged goes; what did not reach it stays for the next time. */
export async function offerSealed(phone: Phone): Promise<Offered> {
  const { disk } = phone
  const offered = { taken: 0, refused: 0 }
  let pieces = await recallSealed(disk)
  for (const piece of pieces) {
    const answer = await offer(phone, piece)
    if (answer === undefined) break
    offered.taken += answer.taken
    offered.refused += answer.refused
    pieces = pieces.filter((each) => each !== piece)
    await keepSealed(disk, pieces)
  }
  return { ...offered, waiting: pieces.reduce((total, { count }) => total + count, 0) }
}

/** Undefined where the service could not be asked. */
async function offer(
  { ask, now }: Phone,
  { orgId, deviceId, eventId, count, sealed }: SealedPiece,
): Promise<TakenScans | undefined> {
  const ids = { org_id: Number(orgId), device_id: deviceId, event_id: eventId }
  try {
    return await ask<TakenScans>('POST', '/v1/gate/scans/sealed', {
      body: { ...ids, device_time: now() / 1000, sealed },
    })
  } catch (error) {
    // Lost, as the service knows: it may be found yet.
    if (error instanceof Refused && error.code === 'state_conflict') return undefined
    return error instanceof Refused ? { taken: 0, refused: count } : undefined
  }
}
