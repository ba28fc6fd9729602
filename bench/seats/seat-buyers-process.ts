import { openLine } from '../on-sale/http-line.ts'

/** Buyers who take two neighbours that they name, and check out, until the time is up. Prints its figures as one line. */
const [url = '', key = '', priceId = '', firstSeat = '0', seats = '0', buyers = '64', seconds = '5'] =
  process.argv.slice(2)
const until = performance.now() + Number(seconds) * 1000
let next = Number(firstSeat)
const last = next + Number(seats)
let flows = 0
let errors = 0

async function buyer(): Promise<void> {
  const line = await openLine(url, key)
  while (performance.now() < until && next + 2 <= last) {
    const seat = next
    next += 2
    const item = `{"price_id":${priceId},"quantity":2,"seat_ids":[${seat},${seat + 1}]}`
    const opened = await line.send('POST', '/v1/baskets', `{"items":[${item}]}`)
    const customer = `{"email":"fan-${seat}@example.org","first_name":"Ada","last_name":"Okafor"}`
    const body = `{"payment_method":"pm_test_ok","customer":${customer}}`
    const paid = await line.send('POST', `/v1/baskets/${opened.body.slice(7, 43)}/checkout`, body)
    if (paid.body.startsWith('{"status":"confirmed"')) flows += 1
    else errors += 1
  }
  line.close()
}

const began = performance.now()
await Promise.all(Array.from({ length: Number(buyers) }, buyer))
console.log(
  JSON.stringify({ flows, errors, elapsed: (performance.now() - began) / 1000, seats: next - Number(firstSeat) }),
)
