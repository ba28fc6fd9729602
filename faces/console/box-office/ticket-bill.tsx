import { useConsole } from '../parts/console.tsx'
import { words } from '../words/box-office.ts'
import styles from './box-office.module.css'
import {
  type Cart,
  type CodeRule,
  discountOf,
  type FeeSettings,
  feeOf,
  inCents,
  type Line,
  type Method,
  ticketsOf,
  totalOf,
} from './sale.ts'
import type { Bill } from './slip.tsx'

type Tickets = {
  lines: Line[]
  cart: Cart
  currency: string
  /** A discount code that is taken. */
  code: (CodeRule & { code: string }) | undefined
}

/** What tickets come to. */
export function ticketBill({ lines, cart, currency, code }: Tickets, fees: FeeSettings, method: Method): Bill {
  const isEmpty = lines.length === 0
  const isGift = method === 'free'
  const off = code && !isGift ? discountOf(lines, currency, code) : 0
  const cost = isGift ? 0 : inCents(totalOf(lines) - off)
  // On the fan's phone it is a sale of the shop, which says there what it costs.
  const fee = isEmpty || method === 'card' ? 0 : feeOf(cost, currency, fees)
  return {
    lines: <Bought {...{ lines, cart, currency, fee, off }} code={code?.code} />,
    title: isEmpty ? words.total : words.ticketsCount(ticketsOf(lines)),
    total: cost + fee,
    why: isEmpty ? words.chooseTicketsFirst : undefined,
  }
}

function Bought({
  lines,
  cart,
  currency,
  fee,
  off,
  code,
}: {
  lines: Line[]
  cart: Cart
  currency: string
  fee: number
  off: number
  code: string | undefined
}) {
  const { price } = useConsole()
  if (lines.length === 0) return <p class={styles.quiet}>{words.nothingChosenYet}</p>
  return (
    <ul class={styles.lines}>
      {lines.map(({ offer, units, sum }) => (
        <li key={offer.price_id}>
          <span>
            {units} × {offer.title}
          </span>
          <span>{price(sum, currency)}</span>
        </li>
      ))}
      {off > 0 && (
        <li>
          <span>{words.codeNamed(code ?? '')}</span>
          <span>{price(-off, currency)}</span>
        </li>
      )}
      {fee > 0 && (
        <li>
          <span>{words.feeOfTheOrder}</span>
          <span>{price(fee, currency)}</span>
        </li>
      )}
      {cart.seats.length > 0 && <li class={styles.quiet}>{cart.seats.map(({ label }) => label).join('; ')}</li>}
    </ul>
  )
}
