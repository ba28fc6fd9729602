import { openDatabase, type Tx } from '../../server/platform/postgres/database.ts'

/**
 * What one transaction per checkout can do on one hot row: the same driver, the same tables, no HTTP and no basket. Takes two
 * places of the pool, writes an order with its line and two tickets, and a message.
 */
const [
  url = '',
  orgIdText = '',
  eventIdText = '',
  poolIdText = '',
  priceIdText = '',
  concurrency = '64',
  poolSize = '64',
  seconds = '5',
] = process.argv.slice(2)
const [orgId, eventId, poolId, priceId] = [orgIdText, eventIdText, poolIdText, priceIdText].map(Number) as [
  number,
  number,
  number,
  number,
]
const sql = openDatabase(url, { poolSize: Number(poolSize) })
const payload = JSON.stringify({ type: 'order.completed', data: { order: 'x'.repeat(1500) } })
let count = 0

async function checkOut(tx: Tx): Promise<void> {
  count += 1
  const number = count
  await tx`
    update price_categories
    set sold = sold + 2
    where org_id = ${orgId}
      and price_category_id = ${poolId}
      and sold + held + 2 <= capacity`
  const [order] = await tx<{ order_id: number }[]>`
    insert into orders (org_id, event_id, order_status, currency, price_minor, total_minor, confirmed_at, email_address)
    values (${orgId}, ${eventId}, 'confirmed', 'AUD', 9000, 9000, now(), ${`fan-${number}@example.org`})
    returning order_id`
  const orderId = order?.order_id ?? 0
  const [line] = await tx<{ order_line_id: number }[]>`
    insert into order_lines (org_id, order_id, event_id, price_category_id, price_id, quantity, places, price_minor)
    values (${orgId}, ${orderId}, ${eventId}, ${poolId}, ${priceId}, 2, 2, 4500)
    returning order_line_id`
  await tx`
    insert into tickets (org_id, event_id, order_id, order_line_id, price_category_id, price_id, price_minor, barcode)
    select ${orgId}, ${eventId}, ${orderId}, ${line?.order_line_id ?? 0}, ${poolId}, ${priceId}, 4500, gen_random_uuid()::text
    from generate_series(1, 2)`
  await tx`
    insert into webhook_messages (org_id, type, payload)
    values (${orgId}, 'order.completed', ${payload})`
}

const run = async (forMs: number) => {
  let done = 0
  const began = performance.now()
  const buyer = async () => {
    while (performance.now() < began + forMs) {
      await sql.begin((tx) => checkOut(tx))
      done += 1
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, buyer))
  return (done * 1000) / (performance.now() - began)
}
await run(1000)
const rate = await run(Number(seconds) * 1000)
console.log(JSON.stringify({ rate }))
await sql.end()
