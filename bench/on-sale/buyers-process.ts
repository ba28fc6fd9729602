import { openLine } from './http-line.ts'

/**
 * Buyers, each with a connection of its own, who open a basket, add two (or open it with the two in it) and check out, one
 * after the other until the time is up or everything is sold. Prints its figures as one line.
 */
const [urls = '', key = '', priceId = '', buyers = '64', seconds = '8', flowsMax = '1000000000', keyed, filled] =
  process.argv.slice(2)
const targets = urls.split(',')
const until = performance.now() + Number(seconds) * 1000
const times: number[] = []
const refusals: Record<string, number> = {}
let started = 0
let sent = 0
let flows = 0
let errors = 0

const timed = async (line: Awaited<ReturnType<typeof openLine>>, path: string, body: string) => {
  const began = performance.now()
  sent += 1
  const reply = await line.send('POST', path, body, keyed === 'true' ? `${process.pid}-${began}-${sent}` : undefined)
  times.push(performance.now() - began)
  return reply
}

async function buy(line: Awaited<ReturnType<typeof openLine>>, name: string): Promise<'sold' | 'refused' | 'error'> {
  const item = `{"price_id":${priceId},"quantity":2}`
  const opened = await timed(line, '/v1/baskets', filled === 'true' ? `{"items":[${item}]}` : '{}')
  if (opened.status === 409) return 'refused'
  if (opened.status !== 201) return failed(opened)
  const id = opened.body.slice(7, 43)
  if (filled !== 'true') {
    const added = await timed(line, `/v1/baskets/${id}/items`, item)
    if (added.status === 409) return 'refused'
    if (added.status !== 201) return failed(added)
  }
  const customer = `{"email":"${name}@example.org","first_name":"Ada","last_name":"Okafor"}`
  const paid = await timed(line, `/v1/baskets/${id}/checkout`, `{"payment_method":"pm_test_ok","customer":${customer}}`)
  return paid.status === 200 && paid.body.startsWith('{"status":"confirmed"') ? 'sold' : failed(paid)
}

const failed = ({ status, body }: { status: number; body: string }) => {
  const code = /"code":"([a-z_]+)"/.exec(body)?.[1] ?? 'unknown'
  refusals[`${status} ${code}`] = (refusals[`${status} ${code}`] ?? 0) + 1
  return 'error' as const
}

async function buyer(number: number): Promise<void> {
  const line = await openLine(targets[number % targets.length] ?? '', key)
  while (performance.now() < until && started < Number(flowsMax)) {
    started += 1
    const outcome = await buy(line, `fan-${process.pid}-${started}`)
    if (outcome === 'refused') break
    if (outcome === 'sold') flows += 1
    else errors += 1
  }
  line.close()
}

const began = performance.now()
await Promise.all(Array.from({ length: Number(buyers) }, (_, number) => buyer(number)))
const elapsed = (performance.now() - began) / 1000
times.sort((a, b) => a - b)
const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1))
console.log(JSON.stringify({ flows, errors, elapsed, refusals, p50: at(0.5), p99: at(0.99), max: at(0.9999) }))
