import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { grandstand as sdk } from '../../sdk/src/index.ts'
import { auditBooks } from '../../server/operator/audit/audit.ts'
import { claimCell } from '../../server/platform/postgres/cell.ts'
import { addOffer } from '../builders/prices.ts'
import { freePort } from '../harness/free-port.ts'
import { type House, openHouse } from '../harness/house.ts'
import { type Ended, launch, startServer } from '../harness/program.ts'
import { openReceiver } from '../outside/receiver.ts'

const SECRET = 'a secret for tests of 32 characters'

/** A cell as an operator runs it: a database, a process that is API and worker, and an address. */
async function startCell(number: number) {
  const house = await openHouse()
  await claimCell(house.sql, number)
  const url = `http://127.0.0.1:${await freePort()}`
  const settings = { DATABASE_URL: house.url, GRANDSTAND_SECRET: SECRET, GRANDSTAND_CELL: String(number) }
  const { child, ended } = await startServer({
    ...{ ...settings, PORT: new URL(url).port, PUBLIC_URL: url, OUTBOUND_ALLOW: '127.0.0.0/8', LOG_LEVEL: 'error' },
  })
  after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { house, url, settings }
}
type Cell = Awaited<ReturnType<typeof startCell>>

/** Fans who buy through the SDK for as long as they are let, one after the other in each of some lines. */
function openSale(url: string, key: string, priceId: number) {
  const api = sdk({ key, url, attemptsMax: 30 })
  const orders = new Map<string, number>()
  const waiting: { count: number; resolve: () => void }[] = []
  let isOpen = true
  let fans = 0
  const queue = async () => {
    while (isOpen) {
      fans += 1
      const email = `fan-${fans}@example.org`
      const basket = await api.baskets.open({ items: [{ price_id: priceId }] })
      const customer = { email, first_name: 'Ada', last_name: 'Okafor' }
      const order = await api.baskets.checkout(basket.id, { payment_method: 'pm_test_ok', customer })
      assert.equal(order.status, 'confirmed')
      orders.set(email, order.order_id)
      for (const { count, resolve } of waiting) if (orders.size >= count) resolve()
    }
  }
  const queues = Promise.all(Array.from({ length: 3 }, queue))
  return {
    orders,
    /** Resolves when so many more are sold. */
    more: (count: number) => new Promise<void>((resolve) => waiting.push({ count: orders.size + count, resolve })),
    async close() {
      isOpen = false
      await queues
    },
  }
}

/** Writes again and again, wherever it is sent to; how long there was no writing at the most. */
function watchWrites(firstUrl: string, key: string) {
  let [url, isOpen, writtenAt, longestMs] = [firstUrl, true, performance.now(), 0]
  const watch = async () => {
    while (isOpen) {
      const answer = await fetch(`${url}/v1/baskets`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
      const body = (await answer.json()) as { error?: { cell_url?: string } }
      url = body.error?.cell_url ?? url
      if (!answer.ok) continue
      longestMs = Math.max(longestMs, performance.now() - writtenAt)
      writtenAt = performance.now()
    }
    return longestMs
  }
  const watching = watch()
  return {
    close() {
      isOpen = false
      return watching
    },
  }
}

const [one, two] = [await startCell(0), await startCell(1)]

const launchMove = (from: Cell, to: string, orgId: number) =>
  launch(['org', 'move', '--org', String(orgId), '--to', to], from.settings)

/** `grandstand org move`, killed when it says this. */
async function move(from: Cell, to: Cell, orgId: number, killedAt?: string): Promise<Ended> {
  const { child, ended, output } = launchMove(from, to.house.url, orgId)
  child.stdout.on('data', () => {
    if (killedAt !== undefined && output().includes(killedAt)) child.kill('SIGKILL')
  })
  return ended
}

async function confirmedOrders({ sql }: House, orgId: number) {
  const rows = await sql<{ email_address: string; order_id: number; tickets: number }[]>`
    select o.email_address, o.order_id, count(t.ticket_id)::integer as tickets
    from orders o
    left join tickets t on t.org_id = o.org_id and t.order_id = o.order_id and t.ticket_status_id = 1
    where o.org_id = ${orgId}
      and o.order_status = 'confirmed'
    group by o.email_address, o.order_id`
  return rows.map(({ email_address, order_id, tickets }) => [email_address, order_id, tickets]).sort()
}

const movesIn = async ({ house: { sql } }: Cell, orgId: number) => {
  const rows = await sql<{ move_state: string }[]>`
    select move_state
    from organisation_moves
    where org_id = ${orgId}`
  return rows.map(({ move_state }) => move_state)
}

test('a move to where no cell is says so in a line, and begins nothing', async () => {
  const { orgId } = await one.house.organisation()
  const [unreachable, elsewhere] = [`postgres://127.0.0.1:${await freePort()}/grandstand`, new URL(two.house.url)]
  elsewhere.pathname = '/postgres'
  const ends = await Promise.all([unreachable, elsewhere.href].map((to) => launchMove(one, to, orgId).ended))
  assert.deepEqual(
    ends.map(({ code, stdout }) => [code, stdout]),
    [
      [1, ''],
      [1, ''],
    ],
  )
  assert.match(ends[0]?.stderr ?? '', /^grandstand: --to does not answer: .*ECONNREFUSED.*\n$/)
  assert.match(ends[1]?.stderr ?? '', /^grandstand: --to names a database that has no tables .*\n$/)
  assert.deepEqual(await movesIn(one, orgId), [])
})

test('of two movers of one organisation the first goes on, and the second is told', async () => {
  const { orgId } = await one.house.organisation()
  const first = launchMove(one, two.house.url, orgId)
  await one.house.sql.begin(async (tx) => {
    // Until this ends, the first waits for the table.
    await tx`lock table venues in row exclusive mode`
    while (!first.output().includes('noting changes')) await once(first.child.stdout, 'data')
    const second = await launchMove(one, two.house.url, orgId).ended
    assert.deepEqual([second.code, second.stderr], [1, 'grandstand: another process is moving it\n'])
  })
  const { code, stderr } = await first.ended
  assert.equal(code, 0, stderr)
  assert.deepEqual([await movesIn(one, orgId), await movesIn(two, orgId)], [['moved'], []])
})

test('an organisation moves in the middle of an on-sale, is killed on the way, goes on, and moves back', {
  timeout: 400_000,
}, async () => {
  const club = await one.house.organisation()
  const { priceId } = await addOffer(one.house, club, { capacity: 100_000 })
  const receiver = await openReceiver()
  const api = sdk({ key: club.key, url: one.url })
  await api.webhooks.createEndpoint({ url: receiver.url, types: ['order.completed'] })
  const sale = openSale(one.url, club.key, priceId)
  const writes = watchWrites(one.url, club.key)
  await sale.more(50)

  for (const line of ['copying tickets', 'comparing every row', 'letting the workers finish']) {
    const { code, stderr } = await move(one, two, club.orgId, line)
    assert.equal(code, null, `${line}: ${stderr}`)
  }
  const there = await move(one, two, club.orgId)
  assert.equal(there.code, 0, there.stderr)
  await sale.more(50)
  const back = await move(two, one, club.orgId)
  assert.equal(back.code, 0, back.stderr)
  await sale.more(50)
  await sale.close()
  const longestMs = await writes.close()

  for (const { stdout } of [there, back]) {
    const stoppedMs = Number(/stopped_ms\s+(\d+)/.exec(stdout)?.[1])
    assert.ok(stoppedMs < 5_000, stdout)
  }
  assert.ok(longestMs < 5_000, `${longestMs} ms without a write`)
  const expected = [...sale.orders].map(([email, order]) => [email, order, 1]).sort()
  assert.ok(expected.some(([, order]) => Number(order) >= 2 ** 32))
  assert.deepEqual(await confirmedOrders(one.house, club.orgId), expected)
  assert.deepEqual(await auditBooks(club.orgId, one.house.sql), [])

  const told = () => receiver.received.filter(({ body }) => JSON.parse(body).type === 'order.completed')
  const ids = () => told().map(({ headers }) => headers['webhook-id'])
  while (new Set(ids()).size < expected.length) await receiver.arrived(receiver.received.length + 1)
  assert.equal(new Set(ids()).size, ids().length, 'a message was sent twice')
})
