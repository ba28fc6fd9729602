import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../../server/access/principal.ts'
import { scopesOfKind } from '../../../server/access/scopes.ts'
import { createOrganisation } from '../../../server/people/organisation/create-organisation.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { type Beginning, DebtModel } from '../../builders/debt-model.ts'
import { addOffer } from '../../builders/prices.ts'
import { ask, type Log, type Reply } from '../on-sale/buyer.ts'
import { chosen, type Random } from '../on-sale/random.ts'

export const ACCOUNT = 'acct_chaosmoney'
const TICKETS = 3
/** A step for each is some five statements of money; more of them would only take longer. */
const STEPS_MOST = 6

/** One order, and what it must come to. */
export type Case = {
  orderId: number
  userId: number
  began: Beginning
  model: DebtModel
  /** At Stripe, of an order that was paid by card. */
  intentId: string | undefined
  stepsLeft: number
  /** Stripe has decided for the club: the money comes back as soon as the debt has room for it. */
  isWon: boolean
  /** What was done, step by step: a difference is told with it. */
  story: string[]
  /** What was told otherwise than the model says. */
  wrong: string[]
}

export type Books = Awaited<ReturnType<typeof openBooks>>

type Opening = { random: Random; urls: () => string[]; debts: number }

/** A live club, the cases that no process works on at the moment, and the way to ask its processes. */
export async function openBooks(sql: Sql, { random, urls, debts }: Opening) {
  const orgId = await openClub(sql)
  const unlimited = { requestsPerMinute: 10_000_000, requestsPerDay: 1_000_000_000 }
  const { secret: key } = await createKey(orgId, sql, { kind: 'sk', scopes: [...scopesOfKind.sk], ...unlimited })
  const { priceId } = await addOffer({ sql }, { orgId }, { capacity: debts * TICKETS })
  const log: Pick<Log, 'undocumented'> = { undocumented: [] }
  const tally: Record<string, number> = {}
  const all: Case[] = []
  const idle: Case[] = []
  let begun = 0
  let steps = 0
  let over = 0

  const post = (path: string, body: object, idempotencyKey: string): Promise<Reply> =>
    ask({ urls, key, random }, log, 'POST', path, body, { 'idempotency-key': idempotencyKey })

  /** A sale: on an invoice, or by a card whose payment will not stay. */
  async function begin(): Promise<void> {
    begun += 1
    const name = `fan-${begun}`
    const began = chosen<Beginning>(random, [
      ['invoice', 88],
      ['disputed', 4],
      ['disputed then won', 4],
      ['refunded at the desk', 4],
    ])
    const customer = { email: `${name}@example.org`, first_name: 'Ada', last_name: String(begun) }
    const items = [{ price_id: priceId, quantity: TICKETS }]
    const sold =
      began === 'invoice' ? await sellOnInvoice(items, customer, name) : await sellByCard(items, customer, name)
    const order = sold === undefined ? undefined : await confirmed(sold)
    // A sale that was killed before it was paid is no debt.
    if (sold === undefined || !order) {
      over += 1
      tally['sold nothing'] = (tally['sold nothing'] ?? 0) + 1
      return
    }
    const fresh: Case = {
      ...{ orderId: sold, userId: order.user_id, began, wrong: [], isWon: false, story: [] },
      model: new DebtModel(order.total_minor, began),
      intentId: order.provider_reference ?? undefined,
      stepsLeft: 1 + Math.floor(random() * STEPS_MOST),
    }
    all.push(fresh)
    idle.push(fresh)
  }

  /** What the worker has taken up after a kill is confirmed within the minute, or never. */
  async function confirmed(orderId: number) {
    for (let seconds = 0; seconds < 90; seconds += 1) {
      const [order] = await patiently(
        () => sql<{ user_id: number; total_minor: number; provider_reference: string | null }[]>`
          select o.user_id, o.total_minor, p.provider_reference
          from orders o
          left join payments p on p.org_id = ${orgId} and p.order_id = o.order_id and p.payment_status = 'succeeded'
          where o.org_id = ${orgId}
            and o.order_id = ${orderId}
            and o.order_status = 'confirmed'`,
      )
      if (order) return order
      await sleep(1000)
    }
    return undefined
  }

  async function sellOnInvoice(items: object[], customer: object, name: string): Promise<number> {
    const { status, body } = await post('/v1/manage/orders', { items, customer, payment_method: 'invoice' }, name)
    if (status !== 201) throw new Error(`an invoice was refused: ${JSON.stringify(body)}`)
    return Number(body.order_id)
  }

  async function sellByCard(items: object[], customer: object, name: string): Promise<number | undefined> {
    const opened = await post('/v1/baskets', { items }, `${name}-open`)
    const path = `/v1/baskets/${opened.body.id}/checkout`
    const { body } = await post(path, { payment_method: 'pm_card_visa', customer }, `${name}-pay`)
    return body.order_id === undefined ? undefined : Number(body.order_id)
  }

  return {
    ...{ sql, orgId, key, urls, post, log, tally, all, idle, begin, debts },
    isBegun: () => begun >= debts,
    isOver: () => begun >= debts && over >= debts,
    /** How much of all that will be done has been done. */
    progress: () => (begun + over) / (2 * debts),
    /** Back among those that no process works on, or done with. */
    giveBack: (one: Case) => {
      if (one.stepsLeft > 0) idle.push(one)
      else over += 1
    },
    takeIdle: (): Case | undefined => {
      const index = Math.floor(random() * idle.length)
      return idle.splice(index, 1)[0]
    },
    note: (word: string) => {
      steps += 1
      tally[word] = (tally[word] ?? 0) + 1
    },
    steps: () => steps,
  }
}

const TRIES_MAX = 300

/** A look at the database while it may be down: until it is back. */
export async function patiently<T>(read: () => PromiseLike<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read()
    } catch (error) {
      if (tries === TRIES_MAX) throw error
      await sleep(100)
    }
  }
}

async function openClub(sql: Sql): Promise<OrgId> {
  const profile = { name: 'Chaos', country: 'AU', timezone: 'UTC', currency: 'AUD', mode: 'live' as const }
  const orgId = await createOrganisation(sql, profile)
  await sql`
    update organisations
    set payment_account_id = ${ACCOUNT}, disputed_tickets = 'keep', requests_per_day = 1000000000, address_requests_per_minute = 10000000,
      address_requests_per_day = 1000000000
    where org_id = ${orgId}`
  return orgId
}
