import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { grandstand as client } from '../../sdk/src/index.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { freePort } from '../harness/free-port.ts'
import { grandstand, program, type Started, startServer } from '../harness/program.ts'
import type { Finding } from './run.ts'

const run15 = promisify(execFile)
const SECRET = 'x'.repeat(32)
const BUYERS = 6
/** What the mover says, each in turn the last that it lives to say; afterwards it may go on to the end. */
const STEPS = [
  'noting changes',
  'copying',
  'catching up',
  'comparing every row',
  'letting the workers finish',
  'stopping writes',
]
const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

type Cell = { url: string; server: Started; environment: Record<string, string> }

/**
 * An organisation moves from one cell to another while six buyers buy: as a plain owner, on the PostgreSQL of `bin` (Debian's 15 unless
 * it is named), with the mover killed once at every step. `npm run chaos -- move [bin]`
 */
export async function run([bin = '/usr/lib/postgresql/15/bin']: string[]): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'grandstand-move-'))
  await chmod(folder, 0o777)
  const port = await freePort()
  const postgres = await startPostgres(bin, join(folder, 'data'), port)
  const cells: Cell[] = []
  try {
    for (const number of [1, 2]) cells.push(await openCell(port, number))
    const [from, to] = cells
    if (!from || !to) throw new Error('two cells were to be started')
    return await moveWhileBuying(from, to)
  } finally {
    for (const { server } of cells) {
      server.child.kill('SIGTERM')
      await server.ended
    }
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPostgres(bin: string, data: string, port: number) {
  const [shell = 'sh', ...args] = [...asPostgres, 'sh', '-euc']
  const type = (script: string) => run15(shell, [...args, script], { env: { PATH: `${bin}:${process.env.PATH}` } })
  await type(`initdb -D ${data} -U postgres -A trust -E UTF8 --locale=C.UTF-8 > /dev/null`)
  await type(
    `pg_ctl -D ${data} -l ${data}.log -w -s -o "-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=" start > /dev/null`,
  )
  return { stop: () => type(`pg_ctl -D ${data} -m immediate -w -s stop`) }
}

/** A database that a role of its own owns, with the one right more that the page asks for, and a process on it. */
async function openCell(port: number, number: number): Promise<Cell> {
  const name = `cell_${number}`
  const admin = openDatabase(`postgres://postgres@127.0.0.1:${port}/postgres`, { poolSize: 1 })
  await admin.unsafe(`create role ${name} login`)
  await admin.unsafe(`create database ${name} owner ${name}`)
  await admin.unsafe(`grant set on parameter session_replication_role to ${name}`)
  await admin.end()
  const apiPort = await freePort()
  const url = `postgres://${name}@127.0.0.1:${port}/${name}`
  const environment = {
    DATABASE_URL: url,
    GRANDSTAND_SECRET: SECRET,
    GRANDSTAND_CELL: String(number),
    PORT: String(apiPort),
    PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    LOG_LEVEL: 'error',
  }
  return { url, environment, server: await startServer(environment) }
}

async function command(line: string, { environment }: Cell): Promise<string> {
  const { code, stdout, stderr } = await grandstand(line.split(' '), environment)
  if (code !== 0) throw new Error(`${line}: ${stderr}`)
  return stdout
}

async function moveWhileBuying(from: Cell, to: Cell): Promise<Finding[]> {
  const created = JSON.parse(
    await command('org create --name Club --country AU --timezone UTC --currency AUD --sandbox --json', from),
  ) as { org_id: string; secret_key: string }
  await command(
    `org limits --org ${created.org_id} --key-per-minute 1000000 --key-per-day 1000000 --per-day 1000000`,
    from,
  )
  const api = client({ url: from.server.url, key: created.secret_key })
  const event = await api.events.create({ title: 'Derby', event_start_unix: Math.floor(Date.now() / 1000) + 86_400 })
  const { price_category_id } = await api.prices.createCategory(event.event_id, { title: 'Stand', capacity: 100_000 })
  const { price_id } = await api.prices.create(event.event_id, { price_category_id, title: 'Adult', price: 25 })
  await api.events.publish(event.event_id)

  const log = { orders: new Set<number>(), tickets: 0, failures: [] as string[], slowestMs: 0 }
  let isOver = false
  const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
    for (let n = 0; !isOver; n += 1) {
      const begun = performance.now()
      try {
        const basket = await api.baskets.open({ items: [{ price_id, quantity: 2 }] })
        const customer = { email: `fan-${buyer}-${n}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
        const order = await api.baskets.checkout(basket.id, { payment_method: 'pm_test_ok', customer })
        log.orders.add(Number(order.order_id))
        log.tickets += order.tickets.length
      } catch (error) {
        log.failures.push(String(error))
      }
      log.slowestMs = Math.max(log.slowestMs, performance.now() - begun)
    }
  })

  const kills: string[] = []
  for (const step of STEPS) if (await moveUntil(step, created.org_id, from, to)) kills.push(step)
  const soldBefore = log.orders.size
  const moved = JSON.parse(await command(`org move --org ${created.org_id} --to ${to.url} --json`, from)) as {
    stopped_ms: number | null
  }
  // Some more are sold at the new cell.
  while (log.orders.size < soldBefore + 50 && log.failures.length < 100)
    await new Promise((resolve) => setTimeout(resolve, 50))
  isOver = true
  await Promise.all(buyers)

  const newCell = openDatabase(to.url, { poolSize: 1 })
  const rows = await newCell<{ order_id: number; tickets: number }[]>`
    select o.order_id, count(t.ticket_id)::integer as tickets
    from orders o
    join tickets t using (org_id, order_id)
    where o.org_id = ${Number(created.org_id)}
      and o.order_status = 'confirmed'
    group by o.order_id`
  await newCell.end()
  const lost = [...log.orders].filter((id) => !rows.some(({ order_id }) => order_id === id))
  const audits = [await command('audit', to)]
  await command(`org move --org ${created.org_id} --clean-up`, from)
  audits.push(await command('audit', from))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return [
    {
      promise: 'killed at every step, the move goes on',
      figure: kills.join(', '),
      kept: kills.length === STEPS.length,
    },
    {
      promise: 'no order that a buyer was told of is lost',
      figure: `${log.orders.size} told, ${lost.length} lost`,
      kept: lost.length === 0,
    },
    {
      promise: 'no buyer is sold more than they were told',
      figure: `${rows.length} orders, ${rows.reduce((sum, { tickets }) => sum + tickets, 0)} tickets there, ${log.tickets} told`,
      kept: rows.every(({ tickets }) => tickets === 2),
    },
    {
      promise: 'buyers notice nothing but a wait',
      figure: `${log.failures.length} failed ${log.failures[0] ?? ''}, the slowest took ${seconds(log.slowestMs)}`,
      kept: log.failures.length === 0,
    },
    {
      promise: 'writes stop for less than 5 s',
      figure: `stopped_ms ${moved.stopped_ms}`,
      kept: (moved.stopped_ms ?? 0) < 5_000,
    },
    {
      promise: 'the books add up at both, after the clean-up too',
      figure: audits.map((text) => text.trim()).join('; '),
      kept: audits.every((text) => / 0 differences/.test(text)),
    },
  ]
}

/** Whether it was killed in that step; one that has come to its end before is none. */
async function moveUntil(step: string, orgId: string, from: Cell, to: Cell): Promise<boolean> {
  const child = spawn(process.execPath, [program, 'org', 'move', '--org', orgId, '--to', to.url], {
    env: { PATH: process.env.PATH ?? '', ...from.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(step)) continue
    child.kill('SIGKILL')
    await ended
    return true
  }
  await ended
  return false
}
