import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createKey } from '../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../server/access/principal.ts'
import { numberMessages } from '../../server/messages/webhooks/number-messages.ts'
import { publishAll } from '../../server/messages/webhooks/publish.ts'
import { makeSecret, secretContext } from '../../server/messages/webhooks/signature.ts'
import { createOrganisation } from '../../server/people/organisation/create-organisation.ts'
import type { Sql } from '../../server/platform/postgres/database.ts'
import { migrate } from '../../server/platform/postgres/migrate.ts'
import { organisationClock, systemClock } from '../../server/platform/values/clock.ts'
import { createSeal } from '../../server/platform/values/seal.ts'
import { spawnNode } from '../server.ts'

const SECRET = 'x'.repeat(32)
const MESSAGES_AT_ONCE = 500

/** About as long as an order with two tickets. */
export const data = { order: { order_id: 1, note: 'x'.repeat(1500) } }

export async function prepare(sql: Sql): Promise<OrgId> {
  await migrate(sql)
  const orgId = await createOrganisation(sql, {
    name: 'Bench',
    country: 'AU',
    timezone: 'UTC',
    currency: 'AUD',
    mode: 'test',
  })
  await createKey(orgId, sql, { kind: 'sk' })
  return orgId
}

export async function addEndpoint(orgId: OrgId, sql: Sql, id: number, url: string, type: string): Promise<void> {
  const sealed = createSeal(SECRET).close(makeSecret(), secretContext(orgId, id))
  await sql`
    insert into webhook_endpoints (org_id, webhook_endpoint_id, url, types, secret_encrypted)
    values (${orgId}, ${id}, ${url}, ${[type]}, ${sealed})`
}

/** Messages with their numbers and deliveries, so that what is measured is the sending. */
export async function raise(orgId: OrgId, sql: Sql, count: number, type: 'order.completed' | 'order.created') {
  for (let raised = 0; raised < count; raised += MESSAGES_AT_ONCE) {
    const messages = Array.from({ length: Math.min(MESSAGES_AT_ONCE, count - raised) }, () => ({ type, data }))
    await sql.begin((tx) => publishAll(orgId, tx, organisationClock(systemClock), messages))
  }
  while (await numberMessages(orgId, sql, systemClock, 'wait'));
  await sql`vacuum analyze webhook_deliveries, webhook_messages`
}

export const startReceiver = (port: number) =>
  spawnNode(join(import.meta.dirname, 'receiver-process.ts'), [String(port)], {}, /ready/)

/** The worker of production. */
export function startWorker(databaseUrl: string): ChildProcess {
  const settings = { DATABASE_URL: databaseUrl, GRANDSTAND_SECRET: SECRET, OUTBOUND_ALLOW: '127.0.0.0/8' }
  const program = join(import.meta.dirname, '..', '..', 'server', 'grandstand.js')
  return spawn(process.execPath, [program, 'start', '--role', 'worker'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

export type Stats = { count: number; firstMs: number; lastMs: number }

export async function receivedAll(receiver: string, count: number): Promise<Stats> {
  for (;;) {
    const stats = (await (await fetch(`${receiver}/stats`)).json()) as Stats
    if (stats.count >= count) return stats
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function bareRate(url: string, count: number, concurrency: number, body: string): Promise<number> {
  const script = join(import.meta.dirname, 'bare-process.ts')
  const child = spawn(process.execPath, [script, url, String(count), String(concurrency), body], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bare loop ended with ${code}`)
  return JSON.parse(text).perSecond
}
