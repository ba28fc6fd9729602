import { openLine } from '../on-sale/http-line.ts'

/**
 * Pages that look on: each asks what has changed since it last asked, as many a second as are wanted in all. Prints its figures as one
 * line.
 */
const [url = '', key = '', eventId = '', rate = '3000', seconds = '5', lines = '150'] = process.argv.slice(2)
const path = `/v1/events/${eventId}/seats`
const TICK_MS = 10
const times: number[] = []
let bytes = 0
let errors = 0
let wholes = 0

const readers = await Promise.all(
  Array.from({ length: Number(lines) }, async () => ({ line: await openLine(url, key), revision: '', isBusy: false })),
)

async function read(reader: (typeof readers)[number]): Promise<void> {
  reader.isBusy = true
  const began = performance.now()
  const { status, body } = await reader.line.send(
    'GET',
    reader.revision ? `${path}?since=${reader.revision}` : path,
    '',
  )
  times.push(performance.now() - began)
  const revision = /"revision":"([^"]+)"/.exec(body.slice(0, 200))?.[1]
  if (status !== 200 || revision === undefined) errors += 1
  else reader.revision = revision
  if (body.includes('"since":null')) wholes += 1
  bytes += body.length
  reader.isBusy = false
}

const began = performance.now()
const idle = process.cpuUsage()
let sent = 0
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const elapsed = performance.now() - began
    if (elapsed > Number(seconds) * 1000) {
      clearInterval(timer)
      return resolve()
    }
    const due = Math.floor((elapsed * Number(rate)) / 1000) - sent
    for (const reader of readers.filter(({ isBusy }) => !isBusy).slice(0, due)) {
      sent += 1
      // A reader that fails ends the benchmark: nothing hears its rejection.
      void read(reader)
    }
  }, TICK_MS)
})
const elapsed = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(idle)
times.sort((a, b) => a - b)
const p99 = Number((times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1))
console.log(
  JSON.stringify({
    reads: times.length,
    elapsed,
    errors,
    wholes,
    p99,
    bytes: Math.round(bytes / Math.max(times.length, 1)),
    processor: (user + system) / 1e6,
  }),
)
process.exit(0)
