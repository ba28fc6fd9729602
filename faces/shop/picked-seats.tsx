import type { Price, TicketedEvent } from '@grandstand/sdk'
import { Button } from '../kit/button.tsx'
import type { Picks } from '../kit/seat-map/seat-map.tsx'
import styles from './picked-seats.module.css'
import type { ChosenSeats } from './prices.ts'
import { kindsOf } from './seat-prices.ts'
import { useShop } from './shop.tsx'

type Sum = { tickets: number; orderFee: number; total: number; plusTax: boolean }

/** What was picked, at which price, what it comes to and what to do next; before that, the best that there is. */
export function PickedSeats(props: {
  picks: Picks
  event: TicketedEvent
  offers: Price[]
  seats: { id: number; categoryId: number | null }[]
  chosen: ChosenSeats
  sum: Sum
  bestSum: Sum | undefined
  wanted: number
  /** That seats elsewhere cost something else. */
  change: string | undefined
  isHolding: boolean
  onKind(seatId: number, priceId: number): void
  onHold(): void
}) {
  const { picks, event, sum, bestSum, wanted, change, isHolding, onHold } = props
  const { words, price } = useShop()
  if (sum.tickets === 0)
    return (
      <div class={styles.foot}>
        <p>
          <b>{picks.stand === undefined ? words.tapStand : words.chooseOnMap(words.seats(wanted))}</b>{' '}
          <span class={styles.hint}>{bestSum ? words.orBest : words.noneTogether(wanted)}</span>
        </p>
        {bestSum && (
          <Button look="strong" onClick={picks.chooseBest}>
            {words.bestFor(wanted, price(bestSum.total, event.currency))}
          </Button>
        )}
      </div>
    )
  return (
    <div class={styles.foot}>
      <p class={styles.places}>
        <b>{picks.text}</b>
      </p>
      <Kinds {...props} />
      {change !== undefined && <p class={styles.change}>{change}</p>}
      <p class={styles.sum} aria-live="polite">
        {words.tickets(sum.tickets)} <b>{price(sum.total, event.currency)}</b>{' '}
        <span class={styles.hint}>
          {sum.orderFee > 0 ? words.withOrderFee(price(sum.orderFee, event.currency)) : !sum.plusTax && words.withFees}{' '}
          {sum.plusTax && words.plusTax}
        </span>
      </p>
      <div class={styles.actions}>
        <Button onClick={picks.clear}>{words.clear}</Button>
        <Button
          look="strong"
          busy={isHolding}
          why={event.event_status_id === '0' ? words.preview : undefined}
          onClick={onHold}
        >
          {isHolding ? words.holding : words.hold}
        </Button>
      </div>
    </div>
  )
}

/** Adult, child, member: seat by seat, where there is more than one price for it. */
function Kinds({ seats, chosen, offers, event, onKind }: Parameters<typeof PickedSeats>[0]) {
  const { words, price } = useShop()
  const priceOf = (seatId: number) => offers.find(({ price_id }) => chosen[price_id]?.includes(seatId))
  const several = seats.filter(({ categoryId }) => kindsOf(offers, categoryId).length > 1)
  if (several.length === 0) return null
  const titles = new Map<string, number>()
  for (const { id } of seats) {
    const title = priceOf(id)?.title ?? ''
    titles.set(title, (titles.get(title) ?? 0) + 1)
  }
  return (
    <details class={styles.kinds}>
      <summary>
        {[...titles].map(([title, count]) => `${count} × ${title}`).join(', ')} <span>{words.changeKinds}</span>
      </summary>
      {several.map(({ id, categoryId }, n) => (
        <label key={id}>
          <span>{words.ticket(n + 1)}</span>
          <select
            value={priceOf(id)?.price_id}
            onChange={({ currentTarget }) => onKind(id, Number(currentTarget.value))}
          >
            {kindsOf(offers, categoryId).map((offer) => (
              <option key={offer.price_id} value={offer.price_id}>
                {[offer.title, price(offer.total, event.currency)].join(', ')}
                {offer.membership_type_name !== null && ` (${words.forMembers(offer.membership_type_name)})`}
              </option>
            ))}
          </select>
        </label>
      ))}
    </details>
  )
}
