import { createKey } from '../../../server/access/api-keys/key-store.ts'
import type { OrgId } from '../../../server/access/principal.ts'
import { scopesOfKind } from '../../../server/access/scopes.ts'
import { createOrganisation } from '../../../server/people/organisation/create-organisation.ts'
import type { Sql } from '../../../server/platform/postgres/database.ts'
import { toMajor } from '../../../server/platform/values/money.ts'
import { anna, issuing } from '../../builders/documents.ts'
import { addOffer } from '../../builders/prices.ts'
import { ask, type Log, type Reply } from '../on-sale/buyer.ts'
import { chosen, type Random } from '../on-sale/random.ts'

const METHODS: [string, number][] = [
  ['pm_test_ok', 70],
  ['pm_test_declined', 12],
  ['pm_test_timeout_then_paid', 6],
  ['pm_test_timeout_then_failed', 6],
  ['pm_test_requires_action', 6],
]
const WAYS: [Way, number][] = [
  ['cash', 25],
  ['invoice', 30],
  ['card', 45],
]
type Way = 'cash' | 'invoice' | 'card'

type Opening = { random: Random; urls: () => string[]; orders: number }
export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A club that issues documents as soon as something is sold, and clerks and fans who buy, cancel and want their money back. */
export async function openDesk(sql: Sql, { random, urls, orders }: Opening) {
  const orgId = await openClub(sql)
  const unlimited = { requestsPerMinute: 10_000_000, requestsPerDay: 1_000_000_000 }
  const { secret: key } = await createKey(orgId, sql, { kind: 'sk', scopes: [...scopesOfKind.sk], ...unlimited })
  const log: Pick<Log, 'undocumented'> = { undocumented: [] }
  const tally: Record<string, number> = {}
  const send = (method: string, path: string, body: object, name?: string): Promise<Reply> =>
    ask({ urls, key, random }, log, method, path, body, name === undefined ? {} : { 'idempotency-key': name })
  const note = (word: string) => {
    tally[word] = (tally[word] ?? 0) + 1
  }
  const priceId = await openBooks(sql, orgId, send, orders)
  /** What a buyer was told was sold. */
  const buyersTold = new Set<number>()
  let begun = 0

  async function sell(way: Way, name: string): Promise<number | undefined> {
    const items = [{ price_id: priceId, quantity: 1 + Math.floor(random() * 3) }]
    const document_recipient = random() < 0.5 ? { ...anna, name } : null
    const customer = { email: `${name}@example.org`, first_name: 'Ada', last_name: name }
    const said = { customer, ...(document_recipient && { document_recipient }) }
    if (way !== 'card') {
      const sold = await send('POST', '/v1/manage/orders', { ...said, items, payment_method: way }, name)
      if (sold.status !== 201) throw new Error(`a sale was refused: ${JSON.stringify(sold.body)}`)
      return Number(sold.body.order_id)
    }
    const opened = await send('POST', '/v1/baskets', { items }, `${name}-open`)
    const body = { ...said, payment_method: chosen(random, METHODS) }
    const paid = await send('POST', `/v1/baskets/${opened.body.id}/checkout`, body, `${name}-pay`)
    return paid.body.status === 'confirmed' ? Number(paid.body.order_id) : undefined
  }

  /** Money that goes back in parts, or an order on invoice that is called off. */
  async function giveBack(orderId: number, way: Way, name: string): Promise<void> {
    if (way === 'invoice') {
      const { status } = await send('POST', `/v1/manage/orders/${orderId}/cancel`, {}, `${name}-cancel`)
      return note(`cancel ${status}`)
    }
    for (let part = 0; part < 1 + Math.floor(random() * 2); part += 1) {
      const body = { amount: toMajor(1 + Math.floor(random() * 3000), 'EUR'), keep_tickets: true }
      const { status } = await send('POST', `/v1/manage/orders/${orderId}/refunds`, body, `${name}-back-${part}`)
      note(`refund ${status}`)
    }
  }

  return {
    ...{ sql, orgId, log, tally, buyersTold },
    progress: () => begun / orders,
    async work(): Promise<void> {
      while (begun < orders) {
        begun += 1
        const name = `fan-${begun}`
        const way = chosen(random, WAYS)
        const orderId = await sell(way, name)
        note(`${way} ${orderId === undefined ? 'not sold' : 'sold'}`)
        if (orderId === undefined) continue
        buyersTold.add(orderId)
        if (way !== 'cash' && random() < 0.4) await giveBack(orderId, way, name)
      }
    },
  }
}

type Send = (method: string, path: string, body: object) => Promise<Reply>

async function openBooks(sql: Sql, orgId: OrgId, send: Send, orders: number): Promise<number> {
  const rate = { title: 'VAT', kind: 'standard', percentages: [{ valid_from: '2007-01-01', percentage: 19 }] }
  const { body } = await send('POST', '/v1/manage/tax_rates', { ...rate, on_fees: true })
  const { status } = await send('PUT', '/v1/manage/document_settings', issuing)
  if (status !== 200) throw new Error(`documents are not switched on: ${status}`)
  const price = { service_tax_minor: 0, tax_rate_id: Number(body.tax_rate_id) }
  const { priceId } = await addOffer({ sql }, { orgId }, { capacity: orders * 3, event: { currency: 'EUR' }, price })
  return priceId
}

async function openClub(sql: Sql): Promise<OrgId> {
  const profile = { name: 'Chaos', country: 'DE', timezone: 'Europe/Berlin', currency: 'EUR', mode: 'test' as const }
  const orgId = await createOrganisation(sql, profile)
  await sql`
    update organisations
    set requests_per_day = 1000000000, address_requests_per_minute = 10000000, address_requests_per_day = 1000000000
    where org_id = ${orgId}`
  return orgId
}
