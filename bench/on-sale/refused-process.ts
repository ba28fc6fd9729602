import { openLine } from './http-line.ts'

/** Fans who come too late: each has a basket and tries to add to it, again and again. Prints its figures as one line. */
const [url = '', key = '', priceId = '', fans = '64', seconds = '5'] = process.argv.slice(2)
let refused = 0
let other = 0
const times: number[] = []

async function fan(until: number): Promise<void> {
  const line = await openLine(url, key)
  const opened = await line.send('POST', '/v1/baskets', '{}')
  const path = `/v1/baskets/${opened.body.slice(7, 43)}/items`
  while (performance.now() < until) {
    const began = performance.now()
    const { status, body } = await line.send('POST', path, `{"price_id":${priceId},"quantity":2}`)
    times.push(performance.now() - began)
    if (status === 409 && body.includes('"sold_out"')) refused += 1
    else other += 1
  }
  line.close()
}

const began = performance.now()
await Promise.all(Array.from({ length: Number(fans) }, () => fan(began + Number(seconds) * 1000)))
times.sort((a, b) => a - b)
const p99 = Number((times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1))
console.log(JSON.stringify({ refused, other, rate: (refused * 1000) / (performance.now() - began), p99 }))
