import { Stepper } from '../../kit/stepper.tsx'
import { useConsole } from '../parts/console.tsx'
import { count } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { Empty } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import styles from './box-office.module.css'
import { KeyCap } from './key-cap.tsx'
import { type Cart, isForMembers, mostOf, type Offer, whyNotSold } from './sale.ts'

/** What can be had, each with its key. */
export function PriceList({
  offers,
  categories,
  currency,
  cart,
  hasMember,
  keysOn,
  onAdd,
}: {
  offers: Offer[]
  categories: Map<number, string>
  currency: string
  cart: Cart
  /** The seller has said which member buys. */
  hasMember: boolean
  keysOn: boolean
  onAdd(offer: Offer, by: number): void
}) {
  const { price } = useConsole()
  if (offers.length === 0)
    return (
      <Sheet>
        <Empty title={words.nothingIsSoldHere}>
          <p>{words.aPriceThatIsShown}</p>
        </Empty>
      </Sheet>
    )
  return (
    <Sheet
      flush
      title={common.tickets}
      about={keysOn && <span class={styles.forKeys}>{words.theDigitAddsOneWith}</span>}
    >
      <ul class={styles.prices}>
        {offers.map((offer, index) => {
          const units = cart.units[offer.price_id] ?? 0
          const why = whyNotSold(offer, hasMember)
          return (
            <li key={offer.price_id} class={[styles.price, units > 0 ? styles.taken : ''].join(' ')}>
              {index < 9 && why === undefined ? <KeyCap name={String(index + 1)} isOn={keysOn} /> : <span />}
              <div class={styles.what}>
                <strong>{offer.title}</strong>
                <span>
                  {categories.get(offer.price_category_id)}
                  {offer.tickets_included > 1 && ` · ${words.ticketsEach({ count: offer.tickets_included })}`}
                  {isForMembers(offer) && hasMember && ` · ${words.forMembers}`}
                  {' · '}
                  {why ?? words.left({ available: count(offer.available) })}
                </span>
              </div>
              <span class={styles.amount}>{price(offer.total, currency)}</span>
              {why === undefined ? (
                <Stepper
                  value={units}
                  max={mostOf(offer)}
                  label={`${offer.title}, ${categories.get(offer.price_category_id) ?? ''}`}
                  fewer={words.oneFewer}
                  more={words.oneMore}
                  onChange={(value) => onAdd(offer, value - units)}
                />
              ) : (
                <span />
              )}
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
