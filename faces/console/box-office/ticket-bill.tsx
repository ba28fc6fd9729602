import type { SalePreview } from '@grandstand/sdk'
import { useConsole } from '../parts/console.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import {
  beforeTax,
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
  /** Where tax comes on top: how the server adds it up; undefined while it does. */
  taxed: { preview: SalePreview | undefined } | undefined
}

/** What tickets come to. */
export function ticketBill(tickets: Tickets, fees: FeeSettings, method: Method): Bill {
  const { lines, cart, currency, code, taxed } = tickets
  if (taxed && lines.length > 0 && method !== 'free') return taxedBill(tickets, taxed.preview, method)
  const isEmpty = lines.length === 0
  const isGift = method === 'free'
  const off = code && !isGift ? discountOf(lines, currency, code) : 0
  const cost = isGift ? 0 : inCents(totalOf(lines) - off)
  // On the fan's phone it is a sale of the shop, which says there what it costs.
  const fee = isEmpty || method === 'card' ? 0 : feeOf(cost, currency, fees)
  return {
    lines: <Bought {...{ lines, cart, currency, fee, off }} code={code?.code} />,
    title: isEmpty ? common.total : words.ticketsCount({ count: ticketsOf(lines) }),
    total: cost + fee,
    why: isEmpty ? words.chooseTicketsFirst : undefined,
  }
}

/** As the server adds it up: tax on top is rounded for all units of a price together. */
function taxedBill({ lines, cart, currency, code }: Tickets, preview: SalePreview | undefined, method: Method): Bill {
  // On the fan's phone it is a sale of the shop, which says there what fee it takes.
  const isOfShop = method === 'card'
  const fee = isOfShop ? 0 : (preview?.transaction_fee ?? 0)
  const off = preview?.discount_amount ?? 0
  const ofTickets = preview?.items.reduce((sum, item) => sum + item.total, 0) ?? 0
  const total = isOfShop ? ofTickets : (preview?.total ?? 0)
  const asked = lines.map((line) => ({ ...line, sum: beforeTax(line) }))
  const tax = inCents(total - totalOf(asked) + off - fee)
  return {
    lines: <Bought lines={asked} {...{ cart, currency, fee, off }} code={code?.code} tax={preview ? tax : 0} />,
    title: words.ticketsCount({ count: ticketsOf(lines) }),
    total: preview ? inCents(total) : 0,
    why: preview ? undefined : words.isBeingAddedUp,
  }
}

function Bought({
  lines,
  cart,
  currency,
  fee,
  off,
  code,
  tax = 0,
}: {
  lines: Line[]
  cart: Cart
  currency: string
  fee: number
  off: number
  code: string | undefined
  tax?: number
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
          <span>{words.codeNamed({ code: code ?? '' })}</span>
          <span>{price(-off, currency)}</span>
        </li>
      )}
      {fee > 0 && (
        <li>
          <span>{words.feeOfTheOrder}</span>
          <span>{price(fee, currency)}</span>
        </li>
      )}
      {tax > 0 && (
        <li>
          <span>{words.tax}</span>
          <span>{price(tax, currency)}</span>
        </li>
      )}
      {cart.seats.length > 0 && <li class={styles.quiet}>{cart.seats.map(({ label }) => label).join('; ')}</li>}
    </ul>
  )
}
