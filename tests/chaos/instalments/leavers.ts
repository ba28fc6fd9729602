import { setTimeout as sleep } from 'node:timers/promises'
import { PART_MINOR } from '../../../bench/instalments/seed-plans.ts'
import { createKey } from '../../../server/access/api-keys/key-store.ts'
import { scopesOfKind } from '../../../server/access/scopes.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { ask } from '../on-sale/buyer.ts'
import type { Random } from '../on-sale/random.ts'
import { ACCOUNT, type NightClub, type Stripe } from './club.ts'

/** Every way in which staff end a membership, and whether what is open stays owed by it. */
const WAYS = {
  'cancelled, and owes the rest': {
    staysOwed: true,
    call: (n: number) => ({ path: `members/${n}/cancel`, body: {} }),
  },
  'cancelled, and the rest is written off': {
    staysOwed: false,
    call: (n: number) => ({ path: `members/${n}/cancel`, body: { owed: 'write_off' } }),
  },
  'order cancelled': {
    staysOwed: false,
    call: (n: number) => ({ path: `orders/${n}/cancel`, body: { refund: false } }),
  },
  'order cancelled, and the first part paid back': {
    staysOwed: false,
    call: (n: number) => ({ path: `orders/${n}/cancel`, body: { refund: true, amount: PART_MINOR / 100 } }),
  },
  'cancelled by the rule of its type': {
    staysOwed: true,
    call: (n: number) => ({ path: `members/${n}/cancellation`, body: {} }),
  },
  'customer erased': {
    staysOwed: false,
    call: (n: number) => ({ path: `customers/plan-${n}/erase`, body: { owed_by_customer: 'write_off' } }),
  },
}
export type Way = keyof typeof WAYS
export const PAID_BACK: Way = 'order cancelled, and the first part paid back'
const NAMES = Object.keys(WAYS) as Way[]

/** One member in so many leaves in the night. */
const ONE_IN = 25
/** A payment that is under way has to end first, also one whose worker has died. */
const STEP_MS = 500
const PATIENCE_MS = 15 * 60_000

/** How member n leaves; most stay. */
export const wayOf = (n: number): Way | undefined =>
  n % ONE_IN === 7 ? NAMES[Math.floor(n / ONE_IN) % NAMES.length] : undefined

export const staysOwed = (n: number): boolean => {
  const way = wayOf(n)
  return way === undefined || WAYS[way].staysOwed
}

/** What those who are refunded have paid first is at Stripe as well, so that it can go back. */
export async function payFirstParts(sql: Sql, stripe: Stripe, { orgId, instalments }: NightClub): Promise<void> {
  for (let n = 1; n <= instalments; n += 1) {
    if (wayOf(n) !== PAID_BACK) continue
    const { id } = stripe.intents.create(ACCOUNT, {
      ...{ amount: PART_MINOR, currency: 'aud', customer: `cus_${n}`, payment_method: 'pm_card_visa', confirm: true },
      metadata: { first: 'yes' },
    })
    await sql`
      update payments
      set provider_reference = ${id}
      where org_id = ${orgId}
        and payment_id = ${n}`
  }
}

type Office = { sql: Sql; club: NightClub; random: Random; urls: () => string[]; progress: () => Promise<number> }

/** Staff end one membership after the other while the night goes on, and ask again where a payment is just under way. */
export async function endMemberships({ sql, club, random, urls, progress }: Office): Promise<Record<string, number>> {
  const { orgId, instalments } = club
  const unlimited = { requestsPerMinute: 10_000_000, requestsPerDay: 1_000_000_000 }
  const { secret: key } = await createKey(orgId, sql, { kind: 'sk', scopes: [...scopesOfKind.sk], ...unlimited })
  const log = { undocumented: [] }
  const leaving = Array.from({ length: instalments }, (_, at) => at + 1)
    .flatMap((n) => {
      const way = wayOf(n)
      return way === undefined ? [] : [{ n, way, at: random() * 0.9 }]
    })
    .toSorted((a, b) => a.at - b.at)
  const tally: Record<string, number> = {}
  let sofar = 0
  for (const { n, way, at } of leaving) {
    while (sofar < at) {
      sofar = await progress()
      if (sofar < at) await sleep(STEP_MS)
    }
    const until = Date.now() + PATIENCE_MS
    const { path, body } = WAYS[way].call(n)
    for (let tries = 1; ; tries += 1) {
      const keyed = { 'idempotency-key': `${way.replaceAll(/[^a-z]/g, '-')}-${n}-${tries}` }
      const reply = await ask({ urls, key, random }, log, 'POST', `/v1/manage/${path}`, body, keyed)
      const outcome = `${way}: ${reply.status} ${reply.body.error?.code ?? ''}`.trim()
      tally[outcome] = (tally[outcome] ?? 0) + 1
      if (reply.status < 300) break
      if (reply.status !== 409 || Date.now() > until)
        throw new Error(`member ${n}, ${way}: ${reply.status} ${JSON.stringify(reply.body)}`)
      await sleep(STEP_MS)
    }
  }
  if (log.undocumented.length > 0) throw new Error(`undocumented: ${log.undocumented.join(', ')}`)
  return tally
}
