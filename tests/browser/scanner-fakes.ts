import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { encode } from 'uqr'

/* What stands around a scanner, imitated: the relay and the box of a turnstile, a phone's lens, motor and loudspeaker. */

export type Written = { fakePort: { opened: number; written: string[] } }

/** A relay at a serial port, as the browser offers it: what it is sent is on record. */
export function fakeSerial() {
  const record = { opened: 0, written: [] as string[] }
  const port = {
    writable: null as WritableStream<Uint8Array> | null,
    async open() {
      record.opened += 1
      port.writable = new WritableStream({
        write: (bytes) => {
          record.written.push([...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
        },
      })
    },
  }
  Object.defineProperty(navigator, 'serial', {
    value: { getPorts: async () => [port], requestPort: async () => port },
  })
  Object.assign(globalThis, { fakePort: record })
}

/** A box that opens a turnstile: what it was told, and whether it works. */
export async function openBox() {
  const box = { told: [] as { result: string; nonce: string }[], isBroken: false, url: '' }
  // What rejects here ends the test's process.
  const listener = createServer(async (request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end()
    const { type, data } = JSON.parse(await text(request))
    assert.equal(type, 'ticket.scanned')
    box.told.push(data.scan)
    return response.writeHead(box.isBroken ? 500 : 200, cors).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  after(() => {
    listener.closeAllConnections()
    listener.close()
  })
  box.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return box
}

export type Felt = { felt: { lens: object[]; buzzes: number[][]; tones: number[] } }

/** A camera with a light and a lens, a motor and a loudspeaker: what they are told is on record. */
export function fakePhone() {
  const felt: Felt['felt'] = { lens: [], buzzes: [], tones: [] }
  Object.assign(globalThis, { felt })
  Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
    value: async () => {
      const canvas = document.createElement('canvas')
      const picture = canvas.getContext('2d')
      setInterval(() => picture?.fillRect(0, 0, 9, 9), 100)
      const stream = canvas.captureStream(10)
      for (const track of stream.getVideoTracks())
        Object.assign(track, {
          getCapabilities: () => ({ torch: true, zoom: { min: 1, max: 4 } }),
          applyConstraints: async ({ advanced }: { advanced: object[] }) => {
            felt.lens.push(...advanced)
          },
        })
      return stream
    },
  })
  Object.defineProperty(navigator, 'vibrate', { value: (pattern: number[]) => felt.buzzes.push(pattern) > 0 })
  // A loudspeaker that is slow to wake would be silent the first time.
  Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'running' })
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (at) {
    felt.tones.push(this.frequency.value)
    start.call(this, at)
  }
}

/** Whatever a thumb in a glove has to hit, and how high it is. */
export const targets = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('dialog[open]') ?? document.querySelector('[data-result]') ?? document.body
    return [...top.querySelectorAll('button, a[href], select, input, label:has(input)')]
      .filter((each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((each) => {
        // A box to tick is hit by its label too.
        const label = each instanceof HTMLInputElement && each.type === 'checkbox' ? each.labels?.[0] : undefined
        const { height } = (label ?? each).getBoundingClientRect()
        return { name: (each.textContent || each.getAttribute('name')) ?? '', height: Math.round(height) }
      })
  })

/** A camera before which a test holds codes, by `holdUp`. */
export function handCamera() {
  const canvas = document.createElement('canvas')
  canvas.width = 480
  canvas.height = 480
  const picture = canvas.getContext('2d')
  let dots: boolean[][] = []
  const draw = () => {
    if (!picture) return
    picture.fillStyle = '#cccccc'
    picture.fillRect(0, 0, canvas.width, canvas.height)
    const side = Math.floor((canvas.width * 0.9) / Math.max(1, dots.length))
    const from = Math.floor((canvas.width - side * dots.length) / 2)
    for (const [y, row] of dots.entries())
      for (const [x, isDark] of row.entries()) {
        picture.fillStyle = isDark ? '#111111' : '#f4f4f4'
        picture.fillRect(from + x * side, from + y * side, side, side)
      }
  }
  setInterval(draw, 50)
  Object.assign(globalThis, {
    holdUp: (next: boolean[][]) => {
      dots = next
      draw()
    },
  })
  Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: async () => canvas.captureStream(20) })
  const BrowserWorker = globalThis.Worker
  globalThis.Worker = class extends BrowserWorker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }) => {
        Object.assign(globalThis, { lastRead: data.text })
      })
    }
  }
}

type Hand = { holdUp(dots: boolean[][]): void; lastRead?: string | null }

/** Holds a code before the camera until it has been read; none takes it away. */
export async function holdUp(page: Page, text?: string): Promise<void> {
  const dots = text === undefined ? [] : encode(text, { ecc: 'L', border: 3 }).data
  await page.evaluate((next) => (globalThis as unknown as Hand).holdUp(next), dots)
  await page.waitForFunction((read) => (globalThis as unknown as Hand).lastRead === read, text ?? null)
}
