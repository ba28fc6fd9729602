import type { Cancellation } from '@grandstand/sdk'
import { useConsole } from '../parts/console.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { orders, tickets, wayOf } from './cancel-words.ts'

/** Whom it concerns when an event does not take place as sold. */
export function Concerned({ about }: { about: Cancellation }) {
  return (
    <Facts>
      <Fact title="Sold" value={`${orders(about.orders)}, ${tickets(about.tickets)}`} />
      {about.paying > 0 && <Fact title="Being paid now" value={orders(about.paying)} />}
      <Fact title="Told by mail" value={`the buyers of ${orders(about.mailed)}, and who was passed a ticket`} />
      {about.unreachable > 0 && (
        <Fact title="No address" value={`${orders(about.unreachable)}: tell them another way`} />
      )}
    </Facts>
  )
}

/** How much money goes back, by which way. */
export function MoneyBack({ about }: { about: Cancellation }) {
  const { price } = useConsole()
  return (
    <Facts>
      <Fact title="Money to give back" value={price(about.refundable_amount, about.currency)} />
      {about.ways.map(({ way, orders: number, amount }) => (
        <Fact
          key={way}
          title={wayOf(way).title}
          value={`${price(amount, about.currency)} of ${orders(number)}: ${wayOf(way).about}`}
        />
      ))}
      {about.unpaid_amount > 0 && (
        <Fact title="Not paid yet" value={`${price(about.unpaid_amount, about.currency)}: no longer asked for`} />
      )}
    </Facts>
  )
}
