import type { Price } from '@grandstand/sdk'
import { Stepper } from '../kit/stepper.tsx'
import styles from './event-page.module.css'
import type { UnitsLimit } from './prices.ts'
import { useShop } from './shop.tsx'

/** One price: what it is, what it costs all in all, and how many. */
export function PriceRow({
  offer,
  zone,
  units,
  limit,
  held,
  onChange,
}: {
  offer: Price
  zone: string
  units: number
  limit: UnitsLimit
  /** Units that this buyer has in the basket already. */
  held: number
  onChange(units: number): void
}) {
  const { words, price, date } = useShop()
  const remarks = [
    offer.membership_type_name === null ? undefined : words.forMembers(offer.membership_type_name),
    offer.tickets_included > 1 ? words.group(offer.tickets_included) : undefined,
  ].filter((remark) => remark !== undefined)
  const closed = {
    scheduled: offer.available_from_unix !== null && words.opensAt(date(offer.available_from_unix, zone, 'moment')),
    sold_out: words.soldOut,
    ended: words.saleEnded,
    inactive: words.saleEnded,
  }[offer.status as 'sold_out']
  const max = Math.max(limit.most, held)
  const why = {
    sale: words.saleEnded,
    order: words.mostInOrder(max),
    customer: words.mostForOne(max),
    member: words.mostForMember(max),
    left: words.mostLeft,
  }[limit.by]
  return (
    <li class={styles.price}>
      <span class={styles.priceWords}>
        <span class={styles.name}>
          {offer.title}
          {remarks.length > 0 && <small>{remarks.join(' · ')}</small>}
        </span>
        <span class={styles.amount}>{price(offer.total, offer.currency)}</span>
      </span>
      {offer.status === 'active' || units > 0 ? (
        <Stepper
          value={units}
          max={max}
          label={`${offer.title}, ${offer.price_category_title}`}
          fewer={words.fewer}
          more={words.more}
          limit={units > 0 ? why : undefined}
          onChange={onChange}
        />
      ) : (
        <span class={styles.closed}>{closed}</span>
      )}
    </li>
  )
}
