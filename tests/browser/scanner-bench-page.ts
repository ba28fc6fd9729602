import type { Manifest, ManifestTicket } from '@grandstand/sdk'
import { ask } from '../../faces/scan/api.ts'
import { LOOK_PX } from '../../faces/scan/camera.ts'
import { disk } from '../../faces/scan/database.ts'
import { Keeper } from '../../faces/scan/keeper.ts'
import { refreshRegister } from '../../faces/scan/manifest-store.ts'
import type { Phone } from '../../faces/scan/phone.ts'
import { encodeTicketCode, ticketPayload } from '../../server/tickets/tickets/ticket-code.ts'
import { drawScene, sceneNames } from './scanner-scenes.ts'

/*
 * Runs in the browser: the scanner's own files, with a manifest in place of the service's answer and tickets that are signed here.
 */
const EVENT_ID = 5
const GATE_ID = 3

const phone: Phone = {
  disk,
  ask,
  now: () => Date.now(),
  isOnline: () => false,
  version: 'bench',
  batteryPercent: async () => undefined,
  storagePercent: async () => undefined,
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const ticketOf = (ticket_id: number): ManifestTicket => ({
  ticket_id,
  order_id: Math.ceil(ticket_id / 3),
  barcode_hash: null,
  short_hash: String(ticket_id).padStart(8, 'x'),
  ticket_status_id: 1,
  price_id: 1,
  ticket_name: `Zoë Okafor ${ticket_id}`,
  seat_section: `N${ticket_id % 40}`,
  seat_block: null,
  seat_row: String(ticket_id % 60),
  seat_title: String(ticket_id % 30),
  valid_from: null,
  valid_until: null,
  entries: 0,
  exits: 0,
  inside: false,
})

function manifestOf(count: number, publicKey: string): Manifest {
  const now = Math.floor(Date.now() / 1000)
  return {
    as_of: now,
    since: null,
    barcode_key: base64url(crypto.getRandomValues(new Uint8Array(16))),
    code_key: '',
    leave_code_hashes: [],
    event: {
      ...{ event_id: String(EVENT_ID), title: 'A stadium', event_status_id: 1, venue_id: '1' },
      ...{ doors_at: now - 3600, starts_at: now + 3600, ends_at: null, membership_seat_map_id: null },
      rotating_barcodes: false,
    },
    public_keys: [{ signing_key_id: 1, public_key: publicKey }],
    gates: [{ gate_id: GATE_ID, venue_id: '1', name: 'North', open: true, closed: false, directions: null }],
    price_categories: [{ price_category_id: 1, title: 'North stand', gate_ids: [] }],
    other_events: [],
    questions: [],
    prices: [
      { price_id: 1, price_category_id: 1, title: 'Adult', scanning_flag: 1, concession: null, gate_check: null },
    ],
    tickets: Array.from({ length: count }, (_, index) => ticketOf(index + 1)),
    members: [],
  }
}

async function sign(count: number): Promise<{ publicKey: string; codes: string[] }> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const publicKey = base64url(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const signed = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const rest = { eventId: EVENT_ID, priceCategoryId: 1, validUntilUnix: null, revision: 0 }
      const payload = ticketPayload({ signingKeyId: 1, ticketId: index + 1, ...rest })
      return encodeTicketCode(payload, new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, payload)))
    }),
  )
  return { publicKey, codes: signed }
}

/** Fetches the manifest as the page does, from an answer that is made here. */
async function keep(count: number) {
  const signed = await sign(5000)
  sessionStorage.setItem('codes', JSON.stringify(signed.codes))
  const answer = new Response(JSON.stringify(manifestOf(count, signed.publicKey)))
  globalThis.fetch = async () => answer
  const from = performance.now()
  await refreshRegister(phone, 'key', EVENT_ID, undefined, { skewMs: 0, errorMs: 0 })
  return { keptMs: performance.now() - from }
}

/** The scanner's own keeper, without a network: it decides, and what it has decided is on the disk. */
async function scan(count: number) {
  const codes = keptCodes()
  const device = { deviceId: 1, name: 'North 1', orgId: 'org', key: 'key' }
  const keeper = new Keeper(phone, device, { eventId: EVENT_ID, gateId: GATE_ID })
  const from = performance.now()
  await keeper.open()
  const loadedMs = performance.now() - from
  if (!keeper.register) throw new Error('nothing was kept')
  keeper.change({ isOnline: false })
  const decisionsMs: number[] = []
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now()
    const shown = await keeper.scan(codes[index % codes.length] ?? '', 'entry')
    decisionsMs.push(performance.now() - begun)
    // A code that does not verify is refused quickly: that would be the wrong figure.
    if (index < codes.length && shown.result !== 'admitted') throw new Error(`number ${index} is ${shown.result}`)
    await keeper.seen(shown)
  }
  return { loadedMs, decisionsMs, size: keeper.register.size }
}

let reader: Worker | undefined
let canvas: OffscreenCanvas | undefined

/** The next answer of the worker. */
const answer = (worker: Worker) =>
  new Promise<{ kind: string; text?: string | null }>((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
  })

/** A picture before the camera, by its number; its name, or nothing where there is none. */
async function show(index: number): Promise<{ name?: string }> {
  const name = sceneNames[index]
  if (name === undefined) return {}
  if (!reader) {
    reader = new Worker('/decode.js', { type: 'module' })
    if ((await answer(reader)).kind !== 'ready') throw new Error('the reader did not load')
  }
  canvas = drawScene(name, firstCode())
  return { name }
}

/** As the camera hands it over: the middle of the picture, made smaller, to the scanner's own worker. */
async function look(): Promise<{ isRead: boolean; ms: number }> {
  if (!reader || !canvas) throw new Error('nothing is shown')
  const side = Math.min(canvas.width, canvas.height)
  const scaled = { resizeWidth: LOOK_PX, resizeHeight: LOOK_PX }
  const bitmap = await createImageBitmap(canvas, (canvas.width - side) / 2, 0, side, side, scaled)
  const begun = performance.now()
  const answered = answer(reader)
  reader.postMessage({ bitmap }, [bitmap])
  const { text } = await answered
  if (text && text !== firstCode()) throw new Error(`${text} was read`)
  return { isRead: Boolean(text), ms: performance.now() - begun }
}

const keptCodes = () => JSON.parse(sessionStorage.getItem('codes') ?? '[]') as string[]
const firstCode = () => keptCodes()[0] ?? ''

Object.assign(globalThis, { scannerBench: { keep, scan, show, look } })
