import type { PaymentLink, ReaderPayment } from '@grandstand/sdk'
import { GrandstandError } from '@grandstand/sdk/console'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { isCertain, type PendingSale, pendingSales } from './pending-sale.ts'
import { changeDue, inCents, inCoins } from './sale.ts'

/** Where a sale stands. */
export type Stage =
  | { at: 'choosing'; error?: unknown }
  | { at: 'sending' }
  /** It was sent, and what came of it is unknown. */
  | { at: 'unknown'; error: unknown }
  | { at: 'link'; link: PaymentLink }
  | { at: 'reader'; order: Pick<Sold, 'orderId' | 'total' | 'currency'> }
  | { at: 'done'; sold: Sold }

export type Sold = {
  orderId: number
  total: number
  currency: string
  change: number | undefined
  /** What was paid in cash, where that was rounded. */
  inCash?: number | undefined
}

type NewSale = PendingSale extends infer Sale ? (Sale extends PendingSale ? Omit<Sale, 'name'> : never) : never

/** One sale at a time, and each at most once: until its end is known it is only ever sent again under the same name. */
export function useSale(onRefused: () => void): {
  stage: Stage
  sell(sale: NewSale): void
  askAgain(): void
  /** The link, or the card on the reader: paid, run out or taken back. */
  ended(payment: Pick<PaymentLink, 'status' | 'order_id' | 'amount' | 'currency'> | ReaderPayment): void
  next(): void
} {
  const { person, work, organisation } = useConsole()
  const store = useMemo(() => pendingSales(work.org_id, String(person.account_id)), [work.org_id, person.account_id])
  const [stage, setStage] = useState<Stage>(() => (store.recall() ? { at: 'sending' } : { at: 'choosing' }))
  const isUnderWay = useRef(false)
  const ask = async (sale: PendingSale) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setStage({ at: 'sending' })
    try {
      const next = await send(sale, organisation)
      setStage(next)
      if (next.at === 'done') store.forget()
    } catch (error) {
      const isRefused = error instanceof GrandstandError && isCertain(error)
      if (isRefused) store.forget()
      setStage(isRefused ? { at: 'choosing', error } : { at: 'unknown', error })
      if (isRefused) onRefused()
    } finally {
      isUnderWay.current = false
    }
  }
  const askAgain = () => {
    const sale = store.recall()
    if (sale) void ask(sale)
  }
  useEffect(askAgain, [])
  return {
    stage,
    askAgain,
    sell(newSale) {
      if (isUnderWay.current || store.recall()) return
      const sale: PendingSale = { ...newSale, name: crypto.randomUUID() }
      store.keep(sale)
      void ask(sale)
    },
    ended({ status, order_id, amount, currency }) {
      store.forget()
      if (status === 'paid' && order_id !== null)
        setStage({
          at: 'done',
          sold: { orderId: order_id, total: amount, currency: currency ?? '', change: undefined },
        })
      else setStage({ at: 'choosing' })
      if (status !== 'paid') onRefused()
    },
    next: () => setStage({ at: 'choosing' }),
  }
}

/** A person waits at the counter: rather say soon that the network is gone, and let the clerk ask again. */
const PATIENCE = { timeoutMs: 10_000, attemptsMax: 2 }

type Coins = { currency: string; cash_rounding: number | null }

async function send(sale: PendingSale, { currency: own, cash_rounding: coin }: Coins): Promise<Stage> {
  const options = { idempotencyKey: sale.name, ...PATIENCE }
  if (sale.kind === 'link') return { at: 'link', link: await api.boxOffice.createPaymentLink(sale.body, options) }
  const order = await api.orders.create(sale.body, options)
  const { order_id, order_status, currency, payment_method } = order
  // Of a plan the rest comes on its days; an invoice is what it is for.
  const total = payment_method === 'invoice' ? order.total : inCents(order.total - order.owed_amount)
  if (sale.body.payment_method === 'card_reader' && order_status !== 'confirmed')
    return { at: 'reader', order: { orderId: order_id, total, currency } }
  const due = inCoins(total, payment_method === 'cash' && currency === own ? coin : null)
  const change = payment_method === 'cash' ? changeDue(due, sale.given) : undefined
  return { at: 'done', sold: { orderId: order_id, total, currency, change, inCash: due === total ? undefined : due } }
}
