import type { Manifest, ManifestTicket } from '@grandstand/sdk'
import { recallRegister, refreshRegister } from '../../faces/scan/manifest-store.ts'
import { type KeptScan, keepScans, newNonce } from '../../faces/scan/queue.ts'
import { encodeTicketCode, ticketPayload } from '../../server/sales/tickets/ticket-code.ts'

/*
 * Runs in the browser: the scanner's own files, with a manifest in place of the service's answer and tickets that are signed here.
 */
const EVENT_ID = 5
const GATE_ID = 3

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const ticketOf = (ticket_id: number): ManifestTicket => ({
  ticket_id,
  order_id: Math.ceil(ticket_id / 3),
  barcode_hash: null,
  ticket_status_id: 1,
  price_id: 1,
  ticket_name: `Zoë Okafor ${ticket_id}`,
  seat_section: `N${ticket_id % 40}`,
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
    event: {
      ...{ event_id: String(EVENT_ID), title: 'A stadium', event_status_id: 1, venue_id: '1' },
      ...{ doors_at: now - 3600, starts_at: now + 3600, ends_at: null, membership_seat_map_id: null },
      rotating_barcodes: false,
    },
    public_keys: [{ signing_key_id: 1, public_key: publicKey }],
    gates: [{ gate_id: GATE_ID, venue_id: '1', name: 'North', open: true }],
    price_categories: [{ price_category_id: 1, title: 'North stand', gate_ids: [] }],
    questions: [],
    prices: [{ price_id: 1, price_category_id: 1, title: 'Adult', scanning_flag: 1 }],
    tickets: Array.from({ length: count }, (_, index) => ticketOf(index + 1)),
    members: [],
  }
}

let codes: string[] = []

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
  await refreshRegister('key', EVENT_ID, undefined, 60_000)
  return { keptMs: performance.now() - from }
}

async function scan(count: number) {
  codes = JSON.parse(sessionStorage.getItem('codes') ?? '[]') as string[]
  const from = performance.now()
  const register = await recallRegister(EVENT_ID)
  const loadedMs = performance.now() - from
  if (!register) throw new Error('nothing was kept')
  const decisionsMs: number[] = []
  let admitted = 0
  for (let index = 0; index < count; index += 1) {
    const barcode = codes[index % codes.length] ?? ''
    const begun = performance.now()
    const at = Date.now()
    const { result, holder } = await register.decide(barcode, GATE_ID, 'entry', at)
    const nonce = newNonce(at)
    const subject = holder?.subject ?? null
    const where = {
      eventId: EVENT_ID,
      gateId: GATE_ID,
      barcode,
      found: null,
      direction: 'entry',
      scannedAt: at,
    } as const
    const state = { stage: 'waiting', shown: true, scanId: null, annul: null, override: null, loggedAt: null } as const
    const kept: KeptScan = { nonce, ...where, ...state, result, subject, isMerged: false, label: '' }
    await keepScans([kept])
    if (subject !== null && result === 'admitted') register.notePass({ nonce, subject, direction: 'entry' })
    decisionsMs.push(performance.now() - begun)
    if (result === 'admitted') admitted += 1
  }
  // A code that does not verify is refused quickly: that would be the wrong figure.
  if (admitted !== Math.min(count, codes.length)) throw new Error(`only ${admitted} of ${count} were admitted`)
  ;(globalThis as { gc?: () => void }).gc?.()
  const { memory } = performance as unknown as { memory: { usedJSHeapSize: number } }
  return { loadedMs, decisionsMs, memoryMb: memory.usedJSHeapSize / 2 ** 20, size: register.size }
}

Object.assign(globalThis, { scannerBench: { keep, scan } })
