import type { Direction, Result } from '../../server/gates/rules/facts.ts'

/** What opens a turnstile: a relay at a serial port, or a box in the venue's network that is told. */
export type Relay = {
  kind: 'serial' | 'webhook'
  /** Where that box listens. */
  url: string
  /** What the relay is sent to open and to close again, in hexadecimal. */
  on: string
  off: string
  openMs: number
}

/** As the usual USB relays of one channel want it. */
export const usualRelay: Relay = { kind: 'serial', url: '', on: 'A0 01 01 A2', off: 'A0 01 00 A1', openMs: 700 }

export const OPEN_MS = { min: 100, max: 10_000 }
const BAUD_RATE = 9600
const ANSWER_MS = 2_000

export type Pass = { nonce: string; result: Result; direction: Direction; eventId: number; gateId: number }

type Port = {
  writable: WritableStream<Uint8Array> | null
  open(options: { baudRate: number }): Promise<void>
}
type Serial = { getPorts(): Promise<Port[]>; requestPort(): Promise<Port> }

const serialOf = () => (navigator as { serial?: Serial }).serial

export const hasSerial = (): boolean => serialOf() !== undefined

/** Asked for once, by a tap; the browser remembers. */
export const choosePort = async (): Promise<void> => {
  await serialOf()?.requestPort()
}

/** Undefined where it is no row of bytes. */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replace(/\s/g, '')
  if (!/^([0-9a-f]{2}){1,64}$/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Done once it is shut again: one after the other, as people go through. It fails where it is unknown whether it opened, and is never tried a
 * second time: that could be one opening too many.
 */
export function openTurnstile(relay: Relay, pass: Pass): Promise<void> {
  const next = turn.then(() => (relay.kind === 'serial' ? switchRelay(relay) : tell(relay.url, pass)))
  turn = next.catch(() => undefined)
  return next
}

async function switchRelay({ on, off, openMs }: Relay): Promise<void> {
  const [port] = (await serialOf()?.getPorts()) ?? []
  const [opening, closing] = [bytesOfHex(on), bytesOfHex(off)]
  if (!port || !opening || !closing) throw new Error('there is no relay')
  if (!port.writable) await port.open({ baudRate: BAUD_RATE })
  const writer = port.writable?.getWriter()
  if (!writer) throw new Error('the relay takes nothing')
  try {
    await inTime(writer.write(opening))
    await new Promise((resolve) => setTimeout(resolve, openMs))
    await inTime(writer.write(closing))
  } finally {
    writer.releaseLock()
  }
}

/** A relay that hangs must not keep all who come after. */
const inTime = (written: Promise<void>): Promise<void> =>
  Promise.race([
    written,
    new Promise<never>((_, reject) => setTimeout(reject, ANSWER_MS, new Error('the relay does not answer'))),
  ])

/** In the words of the webhook that the service sends. */
async function tell(url: string, { nonce, result, direction, eventId, gateId }: Pass): Promise<void> {
  const scan = { nonce, result, direction, event_id: String(eventId), gate_id: gateId }
  const message = { type: 'ticket.scanned', timestamp: new Date().toISOString(), data: { scan } }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!response.ok) throw new Error(`the turnstile answers ${response.status}`)
}
