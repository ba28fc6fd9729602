import { setTimeout as sleep } from 'node:timers/promises'
import { stripeEvent } from '../../outside/stripe/event.ts'
import type { openStripeServer } from '../../outside/stripe/server.ts'
import type { Random } from '../on-sale/random.ts'
import { ACCOUNT, type Books, type Case, patiently } from './books.ts'

type Stripe = Awaited<ReturnType<typeof openStripeServer>>

/** So many payments come back at a time; then Stripe tells of it, once for all of them. */
const AT_ONCE = 25
const TRIES_MAX = 300

/** What happens at Stripe by itself: cards are disputed, disputes are won or lost, and staff refund at Stripe's own desk. */
export function createBank(books: Books, stripe: Stripe, random: Random) {
  const disputes = new Map<Case, string>()

  /** True when there was anything to do about this one: it is disputed or refunded, then decided, then over. */
  function turn(one: Case): boolean {
    const { intentId, began, model } = one
    if (intentId === undefined) return false
    const dispute = disputes.get(one)
    if (dispute !== undefined) {
      disputes.delete(one)
      one.isWon = began === 'disputed then won'
      stripe.disputes.close(dispute, one.isWon ? 'won' : 'lost')
      return true
    }
    const minor = model.disputable
    if (minor === 0) return false
    if (began === 'refunded at the desk') {
      if (minor < 2) return false
      stripe.refunds.create(ACCOUNT, { payment_intent: intentId, amount: Math.floor(minor / 2) })
    } else disputes.set(one, stripe.disputes.open(intentId).id)
    return true
  }

  /** A hint, until one of the processes has followed it; an answer that is lost may have been followed. */
  async function tell(): Promise<void> {
    const object = { id: 'du_1', object: 'dispute', payment_intent: 'pi_1' }
    for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
      const urls = books.urls()
      const url = urls[Math.floor(random() * urls.length)] ?? ''
      const told = { account: ACCOUNT, at: new Date(), type: 'charge.dispute.updated', object }
      const { payload, headers } = stripeEvent(told)
      const isTold = await fetch(`${url}/v1/payments/stripe/webhook`, { method: 'POST', headers, body: payload }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isTold) return
      await sleep(100)
    }
    throw new Error('nobody follows what happens at Stripe')
  }

  /** Payments that no process works on come back; the next one finds them so. */
  async function round(): Promise<number> {
    const chosenCases = books.idle.filter(({ intentId }) => intentId !== undefined).slice(0, AT_ONCE)
    for (const one of chosenCases) books.idle.splice(books.idle.indexOf(one), 1)
    const turned = chosenCases.filter(turn)
    if (turned.length > 0) await tell()
    for (const one of turned) {
      one.model.take({ do: 'follow' })
      one.story.push('follow')
      books.note(`${one.began} at Stripe`)
    }
    for (const one of chosenCases) books.idle.push(one)
    return turned.length
  }

  return {
    /** A dispute that was won while the fan had paid the debt is looked at again after whatever is done to the debt. */
    async follow(one: Case): Promise<void> {
      await tell()
      one.model.take({ do: 'follow' })
      one.story.push('follow again')
    },
    async work(): Promise<void> {
      while (!books.isOver()) {
        await round()
        await sleep(200)
      }
    },
    /**
     * What was asked of Stripe and not answered comes to its end. A refund whose key Stripe has answered by 500 is asked for under another
     * one after some minutes, which are taken as over.
     */
    async settle(): Promise<void> {
      await tell()
      for (let waits = 0; waits < 240; waits += 1) {
        if (waits % 30 === 0) await patiently(() => olderRefunds(books))
        const [open] = await patiently(
          () => books.sql<{ refunds: number }[]>`
          select count(*)::integer as refunds
          from refunds
          where org_id = ${books.orgId}
            and refund_status in ('created', 'processing', 'unknown')`,
        )
        if (open?.refunds === 0) return
        await sleep(1000)
      }
    },
  }
}

const olderRefunds = ({ sql, orgId }: Books) => sql`
  update refunds
  set created_at = created_at - interval '10 minutes', changed_at = changed_at - interval '10 minutes'
  where org_id = ${orgId}
    and refund_status in ('created', 'processing', 'unknown')`
