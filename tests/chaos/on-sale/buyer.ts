import { setTimeout as sleep } from 'node:timers/promises'
import { errorCatalogue } from '../../../server/program/errors.ts'
import { chosen, type Random } from './random.ts'

export type Shop = { urls: () => string[]; key: string; priceId: number; random: Random }

/** What buyers were told, to be held against the database afterwards. */
export type Log = {
  confirmed: Map<number, number>
  outcomes: Record<string, number>
  undocumented: string[]
  /** Baskets in which an addition with a key stands twice. */
  repeated: string[]
}

export type Reply = { status: number; body: Record<string, unknown> & { error?: { code: string } } }

const METHODS: [string, number][] = [
  ['pm_test_ok', 70],
  ['pm_test_declined', 8],
  ['pm_test_insufficient_funds', 4],
  ['pm_test_timeout_then_paid', 8],
  ['pm_test_timeout_then_failed', 4],
  ['pm_test_requires_action', 4],
  ['pm_test_action_abandoned', 2],
]
const TRIES_MAX = 150

/**
 * One fan, on a bad line, who opens a basket and then fills it, or both at once: requests are repeated when nothing comes
 * back, some are sent twice at once, some carry an Idempotency-Key, and cards are declined or time out as they do.
 */
export async function buy(shop: Shop, log: Log, name: string): Promise<void> {
  const keyFor = (step: string) => (shop.random() < 0.5 ? { 'idempotency-key': `${name}-${step}` } : undefined)
  const item = { price_id: shop.priceId, quantity: 1 + Math.floor(shop.random() * 3) }
  const filled = shop.random() < 0.5
  const opened = await ask(shop, log, 'POST', '/v1/baskets', filled ? { items: [item] } : {}, keyFor('open'))
  if (opened.status !== 201) return note(log, opened)
  const path = `/v1/baskets/${opened.body.id}`
  if (!filled) {
    const itemKey = keyFor('add')
    const added = await ask(shop, log, 'POST', `${path}/items`, item, itemKey)
    if (added.status !== 201) return note(log, added)
    if (itemKey && (added.body.items as unknown[]).length !== 1) log.repeated.push(String(opened.body.id))
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const body = {
      payment_method: chosen(shop.random, METHODS),
      customer: { email: `${name}@example.org`, first_name: 'Ada', last_name: 'Okafor' },
    }
    const key = keyFor(String(attempt))
    const twice = shop.random() < 0.15
    const replies = await Promise.all(
      Array.from({ length: twice ? 2 : 1 }, () => ask(shop, log, 'POST', `${path}/checkout`, body, key)),
    )
    for (const reply of replies) note(log, reply)
    const declined = replies.some(({ status }) => status === 402)
    if (!declined || shop.random() < 0.5) return
  }
}

function note(log: Log, { status, body }: Reply): void {
  const outcome = body.error ? `${status} ${body.error.code}` : `${status} ${String(body.status)}`
  log.outcomes[outcome] = (log.outcomes[outcome] ?? 0) + 1
  if (body.status === 'confirmed') log.confirmed.set(Number(body.order_id), (body.tickets as unknown[]).length)
}

/** Until a server answers: a server that was killed, or that cannot reach its database, is asked again, or another one is. */
export async function ask(
  shop: Pick<Shop, 'urls' | 'key' | 'random'>,
  log: Pick<Log, 'undocumented'>,
  method: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const urls = shop.urls()
    const url = urls[Math.floor(shop.random() * urls.length)] ?? ''
    const reply = await once(`${url}${path}`, method, body, { authorization: `Bearer ${shop.key}`, ...headers })
    const code = reply?.body.error?.code
    if (reply && code !== undefined && !Object.hasOwn(errorCatalogue, code))
      log.undocumented.push(`${reply.status} ${code}`)
    if (reply && reply.status >= 500 && reply.status !== 503)
      log.undocumented.push(`${reply.status} ${code} at ${path}`)
    const again = !reply || reply.status >= 500 || code === 'idempotency_key_in_use'
    if (reply && (!again || tries >= TRIES_MAX)) return reply
    if (tries >= TRIES_MAX) throw new Error(`no server answers at ${path}`)
    await sleep(100 + tries * 20)
  }
}

async function once(url: string, method: string, body: object, headers: object): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(35_000),
    })
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  } catch {
    return undefined
  }
}
