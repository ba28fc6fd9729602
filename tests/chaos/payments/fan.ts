import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { ask, type Reply, type Shop } from '../on-sale/buyer.ts'
import { chosen } from '../on-sale/random.ts'

type RedirectShop = Shop & { sql: Sql }

/** What a fan does at the bank once all others have gone: so many minutes after. */
export type LateChoice = { reference: string; choice: string; afterMinutes: number }

export type BankLog = {
  undocumented: string[]
  /** Orders that a fan was told are paid. */
  paid: Set<number>
  endings: Record<string, number>
  late: LateChoice[]
}

const METHODS: [string, number][] = [
  ['pm_test_redirect_paypal', 70],
  ['pm_test_redirect_klarna', 30],
]

/** Each with how likely it is. */
const ENDINGS = {
  paid: 25,
  'paid and never back': 10,
  'declined, then paid': 8,
  'cancelled, then by card': 8,
  'cancelled and gone': 5,
  closed: 10,
  'called off, then by card': 8,
  'called off while it is paid': 8,
  'on its way, then arrives': 6,
  'on its way, then fails': 4,
  'on its way for ever': 3,
  'paid too late': 5,
}
type Ending = keyof typeof ENDINGS

const TRIES_MAX = 150

/** One fan who is sent to the bank, on a bad line: they come back by the way back, twice at once, late, or not at all. */
export async function payAtBank(shop: RedirectShop, log: BankLog, name: string): Promise<void> {
  const { random } = shop
  const item = { price_id: shop.priceId, quantity: 1 + Math.floor(random() * 2) }
  const opened = await ask(shop, log, 'POST', '/v1/baskets', { items: [item] }, { 'idempotency-key': `${name}-open` })
  if (opened.status !== 201) return count(log, 'no places')
  const basket = String(opened.body.id)
  const ending = chosen(random, Object.entries(ENDINGS) as [Ending, number][])
  count(log, ending)
  const left = await leave(shop, log, basket, name)
  if (left === undefined) return count(log, 'not sent to the bank')
  const back = () => comeBack(shop, log, left.token)
  const callOff = () => ask(shop, log, 'POST', `/v1/baskets/${basket}/cancel_payment`, {})
  const byCard = () => pay(shop, log, basket, name, { payment_method: 'pm_test_ok' })
  const choose = (choice: string, at = left) => atBank(shop, at.reference, choice)
  const later = (choice: string, afterMinutes: number) =>
    log.late.push({ reference: left.reference, choice, afterMinutes })
  const endings: Record<Ending, () => Promise<unknown>> = {
    paid: async () => {
      await choose('pay')
      await Promise.all(random() < 0.3 ? [back(), back()] : [back()])
    },
    'paid and never back': () => choose('pay_and_stay'),
    'declined, then paid': async () => {
      await choose('decline')
      if ((await back())?.body.status !== 'declined') return
      const again = await leave(shop, log, basket, `${name}-again`)
      if (again === undefined) return
      await choose('pay', again)
      // By the address of the first attempt as well: they are of one basket.
      await Promise.all([back(), comeBack(shop, log, again.token)])
    },
    'cancelled, then by card': async () => {
      await choose('cancel')
      await back()
      await byCard()
    },
    'cancelled and gone': () => choose('cancel'),
    closed: async () => {
      if (random() < 0.5) await back()
    },
    'called off, then by card': async () => {
      await callOff()
      await byCard()
      // The tab of the bank is still there.
      await choose('pay')
    },
    'called off while it is paid': async () => {
      await Promise.all([choose('pay'), callOff(), back()])
      if (random() < 0.5) await byCard()
    },
    'on its way, then arrives': async () => {
      await choose('later')
      await back()
      later('arrive', random() * 5 * 24 * 60)
    },
    'on its way, then fails': async () => {
      await choose('later')
      later('fail', random() * 5 * 24 * 60)
    },
    'on its way for ever': async () => {
      await choose('later')
      await back()
    },
    'paid too late': async () => {
      later('pay', 20 + random() * 180)
    },
  }
  await endings[ending]()
}

type AtBank = { reference: string; token: string; orderId: number }

async function leave(shop: RedirectShop, log: BankLog, basket: string, name: string): Promise<AtBank | undefined> {
  const method = { payment_method: chosen(shop.random, METHODS), return_url: 'http://localhost/paid' }
  const reply = await pay(shop, log, basket, name, method)
  const url = (reply.body.next_action as { redirect_url?: string } | null | undefined)?.redirect_url
  if (url === undefined) return undefined
  const reference = new URL(url).pathname.slice('/test-bank/'.length)
  const token = await tokenOf(shop, reference)
  return { reference, token, orderId: Number(reply.body.order_id) }
}

async function pay(shop: Shop, log: BankLog, basket: string, name: string, by: object): Promise<Reply> {
  const customer = { email: `${name}@example.org`, first_name: 'Ada', last_name: 'Okafor' }
  const reply = await ask(shop, log, 'POST', `/v1/baskets/${basket}/checkout`, { ...by, customer })
  if (reply.body.status === 'confirmed') log.paid.add(Number(reply.body.order_id))
  return reply
}

async function comeBack(shop: Shop, log: BankLog, token: string): Promise<Reply | undefined> {
  const reply = await ask(shop, log, 'POST', '/v1/storefront/payment_return', { payment_return: token })
  if (reply.body.status === 'paid') log.paid.add(Number(reply.body.order_id))
  return reply
}

/** What stands in the address that the bank sends its buyers back to. */
async function tokenOf({ sql }: RedirectShop, reference: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const rows = await sql<{ return_url: string }[]>`
      select return_url
      from payments
      where provider_reference = ${reference}`.catch(() => undefined)
    const url = rows?.[0]?.return_url
    if (url !== undefined) return new URL(url).searchParams.get('payment_return') ?? ''
    if (tries >= TRIES_MAX) throw new Error(`no payment is ${reference}`)
    await sleep(100 + tries * 20)
  }
}

const atBank = (shop: Shop, reference: string, choice: string) => visit(shop, `/test-bank/${reference}`, { choice })

async function visit(shop: Shop, path: string, form: Record<string, string> | undefined): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const urls = shop.urls()
    const url = urls[Math.floor(shop.random() * urls.length)] ?? ''
    const answer = await fetch(`${url}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(35_000),
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (tries >= TRIES_MAX) throw new Error(`no server answers at ${path}`)
    await sleep(100 + tries * 20)
  }
}

const count = (log: BankLog, ending: string) => {
  log.endings[ending] = (log.endings[ending] ?? 0) + 1
}
