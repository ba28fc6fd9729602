import { chosen, type Random } from '../on-sale/random.ts'
import type { Club } from './club.ts'

const CARDS: [string, number][] = [
  ['pm_card_visa', 60],
  ['pm_card_chargeDeclined', 8],
  ['pm_card_authenticationRequired', 20],
  ['pm_card_pendingRefund', 6],
  ['ctoken_visa', 6],
]

type Fan = { number: number; basket?: string; orderId?: number; over: boolean }
export type Tally = Record<string, number>

/** Fans who come, pay, try again, pass 3-D Secure or walk away, and staff who refund some of them and settle what is stuck. */
export function createFans({ shop, priceId, stripe, account, orgId, sql }: Club, random: Random, count: number) {
  const fans: Fan[] = Array.from({ length: count }, (_, number) => ({ number, over: false }))
  const tally: Tally = {}
  const note = (word: string) => {
    tally[word] = (tally[word] ?? 0) + 1
  }

  async function buy(fan: Fan): Promise<void> {
    if (fan.basket === undefined) {
      const opened = await shop.open({ items: [{ price_id: priceId, quantity: random() < 0.7 ? 1 : 2 }] })
      if (opened.status !== 201) return note(`no basket: ${opened.status}`)
      fan.basket = opened.body.id as string
    }
    const customer = { email: `fan${fan.number}@example.org`, first_name: 'Fan', last_name: String(fan.number) }
    const { status, body } = await shop.checkOut(fan.basket, { payment_method: chosen(random, CARDS), customer })
    fan.orderId = body.order_id ?? body.error?.order_id ?? fan.orderId
    note(`checkout: ${body.status ?? body.error?.code ?? status}`)
    if (body.status === 'confirmed' || body.error?.code === 'basket_expired') fan.over = true
  }

  /** Those who are asked by their bank pass, fail, or have walked away; banks that take their time have it. */
  function decideAtBanks(): void {
    for (const intent of stripe.intents.all.values()) {
      if (intent.account !== account || intent.status !== 'requires_action' || random() > 0.3) continue
      if (random() < 0.6) stripe.intents.pass(intent.id)
      else if (random() < 0.5) stripe.intents.failAction(intent.id)
    }
    for (const refund of stripe.refunds.all.values()) {
      if (refund.account === account && refund.status === 'pending' && random() < 0.2)
        stripe.refunds.finish(refund.id, 'succeeded')
    }
  }

  async function staffAct(): Promise<void> {
    const orders = await sql<{ order_id: number; order_status: string }[]>`
      select order_id, order_status
      from orders
      where org_id = ${orgId}
        and order_status in ('confirmed', 'pending')`
    for (const { order_id, order_status } of orders) {
      if (order_status === 'confirmed' && random() < 0.01) {
        const body = random() < 0.5 ? {} : { amount: 1 }
        note(`refund: ${(await shop.call('POST', `/v1/manage/orders/${order_id}/refunds`, body)).status}`)
      }
      if (order_status === 'pending' && random() < 0.02) {
        const path = `/v1/manage/orders/${order_id}/settle`
        note(`settled by hand: ${(await shop.call('POST', path, { outcome: 'failed' })).status}`)
      }
    }
  }

  /** What happens in a minute; `progress` is how much of the storm has gone by. */
  async function act(progress: number): Promise<void> {
    const here = fans.filter(({ over, number }) => !over && number / count <= progress)
    const now = progress < 1 ? here.filter(() => random() < 0.25) : []
    // At once, as on an on-sale; some press the button twice.
    await Promise.all(now.flatMap((fan) => (random() < 0.2 && fan.basket ? [buy(fan), buy(fan)] : [buy(fan)])))
    decideAtBanks()
    if (progress < 1) await staffAct()
  }

  return { act, tally }
}
