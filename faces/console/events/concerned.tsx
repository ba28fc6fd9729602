import type { Cancellation } from '@grandstand/sdk'
import { useConsole } from '../parts/console.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/week.ts'
import { wayOf } from './cancel-words.ts'

/** Whom it concerns when an event does not take place as sold. */
export function Concerned({ about }: { about: Cancellation }) {
  return (
    <Facts>
      <Fact title={common.sold} value={soldOf(about)} />
      {about.paying > 0 && <Fact title={words.beingPaidNow} value={words.orders({ count: about.paying })} />}
      <Fact title={words.toldByMail} value={words.buyersOf({ count: about.mailed })} />
      {about.unreachable > 0 && (
        <Fact title={words.noAddress} value={words.tellThemAnotherWay({ count: about.unreachable })} />
      )}
    </Facts>
  )
}

/** How much money goes back, by which way. */
export function MoneyBack({ about }: { about: Cancellation }) {
  const { price } = useConsole()
  return (
    <Facts>
      <Fact title={words.moneyToGiveBack} value={price(about.refundable_amount, about.currency)} />
      {about.ways.map(({ way, orders: number, amount }) => (
        <Fact
          key={way}
          title={wayOf(way).title}
          value={words.amountByWay({ amount: price(amount, about.currency), count: number, about: wayOf(way).about })}
        />
      ))}
      {about.unpaid_amount > 0 && (
        <Fact
          title={words.notPaidYet}
          value={words.noLongerAskedFor({ amount: price(about.unpaid_amount, about.currency) })}
        />
      )}
    </Facts>
  )
}

const soldOf = ({ orders, tickets }: Cancellation): string => {
  const sold = words.soldOrdersTickets
  return sold.text({ orders: sold.orders({ count: orders }), tickets: sold.tickets({ count: tickets }) })
}
