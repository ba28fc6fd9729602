import type { Basket, BasketItem } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { announce } from '../kit/announcer.tsx'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { api } from './api.ts'
import styles from './basket-page.module.css'
import { part } from './part.tsx'
import { useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'

/** Most baskets have tickets alone. */
const BasketMemberships = part(() => import('./more-pages.tsx').then(({ morePages }) => morePages.BasketMemberships))

/** What is in the basket and what it comes to, line by line. */
export function BasketItems({
  basket,
  onChange,
  onTrouble,
}: {
  basket: Basket
  onChange(basket: Basket): void
  onTrouble(error: unknown): void
}) {
  const { words, price, place } = useShop()
  const [removing, setRemoving] = useState<string>()
  const section = useRef<HTMLElement>(null)
  // What had the focus is gone with what was changed.
  const announceChange = (changed: Basket, text: string) => {
    onChange(changed)
    announce(text)
    section.current?.focus({ preventScroll: true })
  }
  /** All units of an item, or one of them: that of a seat, where it has seats. The others stay held throughout. */
  const remove = async (item: BasketItem, isOne: boolean, seatId?: number) => {
    setRemoving(`${item.id} ${seatId ?? isOne}`)
    const stay = item.seats.map(({ seat_id }) => seat_id).filter((id) => id !== seatId)
    const fewer = { quantity: item.quantity - 1, ...(seatId !== undefined && { seat_ids: stay }) }
    const removed =
      isOne && item.quantity > 1
        ? api.baskets.changeItem(basket.id, item.id, fewer)
        : api.baskets.removeItem(basket.id, item.id)
    await removed.then((changed) => announceChange(changed, words.itemRemoved(item.title)), onTrouble)
    setRemoving(undefined)
  }
  const line = (label: string, amount: number, isTotal = false) => (
    <div class={isTotal ? styles.total : styles.line}>
      <dt>{label}</dt>
      <dd>{price(amount, basket.currency)}</dd>
    </div>
  )
  return (
    <section ref={section} class={styles.items} tabIndex={-1} aria-label={words.basket}>
      <ul>
        {basket.items.map((item) => (
          <li key={item.id} class={styles.item}>
            <span>
              <b>
                {item.quantity} × {item.title}
              </b>
              <small>{item.price_category_title}</small>
              {item.seats.map((seat) => {
                const where = place(seat)
                return (
                  <small key={seat.seat_id} class={styles.seat}>
                    {where}
                    {item.quantity > 1 && item.tickets === item.quantity && (
                      <Button
                        look="quiet"
                        busy={removing === `${item.id} ${seat.seat_id}`}
                        onClick={() => remove(item, true, seat.seat_id)}
                      >
                        {words.remove}
                        <span class="visually-hidden"> {where}</span>
                      </Button>
                    )}
                  </small>
                )
              })}
              {item.seats.length === 0 && isPlaced(item) && <small>{place(item)}</small>}
            </span>
            <span class={styles.amount}>{price(item.total, basket.currency)}</span>
            <span class={styles.removes}>
              {item.quantity > 1 && item.seats.length === 0 && (
                <Button look="quiet" busy={removing === `${item.id} true`} onClick={() => remove(item, true)}>
                  {words.removeOne}
                  <span class="visually-hidden"> {item.title}</span>
                </Button>
              )}
              <Button look="quiet" busy={removing === `${item.id} false`} onClick={() => remove(item, false)}>
                {item.quantity > 1 ? words.removeAll : words.remove}
                <span class="visually-hidden"> {item.title}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {basket.memberships.length > 0 && (
        <BasketMemberships basket={basket} onChange={announceChange} onTrouble={onTrouble} />
      )}
      <dl>
        {line(basket.memberships.length > 0 ? words.basket : words.subtotal, basket.subtotal)}
        {basket.discount_amount > 0 && line(words.discount, -basket.discount_amount)}
        {basket.service_fee + basket.service_tax > 0 && line(words.fees, basket.service_fee + basket.service_tax)}
        {basket.transaction_fee > 0 && line(words.orderFee, basket.transaction_fee)}
        {basket.tax > 0 && line(words.tax, basket.tax)}
        {line(words.total, basket.total, true)}
        {basket.taxes.map(
          ({ title, percentage, tax }) => tax > 0 && line(words.includes(`${percentage} % ${title}`), tax),
        )}
        {basket.due_now < basket.total && line(words.dueNow, basket.due_now, true)}
      </dl>
      <DiscountCode basket={basket} onChange={announceChange} />
    </section>
  )
}

/** What has no seat may still be somewhere, or be let in by some gates only. */
const isPlaced = ({ section_label, gate, entrance }: BasketItem) =>
  section_label !== null || gate !== null || entrance !== null

/** Few have one: it is folded away, unless one was brought along and is of no use. */
function DiscountCode({ basket, onChange }: { basket: Basket; onChange(basket: Basket, text: string): void }) {
  const { words } = useShop()
  // One that was brought along and is not in the basket was of no use to it.
  const brought = shopStorage.code()
  const [error, setError] = useState(brought && words.errors.discount_invalid)
  const [isOpen, setOpen] = useState(basket.discount_code === null && brought !== undefined)
  const [isAsking, setAsking] = useState(false)
  const setCode = async (code: string | null) => {
    setAsking(true)
    setError(undefined)
    shopStorage.setCode(undefined)
    try {
      const changed = await api.baskets.change(basket.id, { discount_code: code })
      // For the next basket, where this one runs out.
      shopStorage.setCode(code ?? undefined)
      onChange(changed, code === null ? words.codeRemoved : words.codeTaken)
    } catch (failure) {
      const trouble = troubleOf(failure, words)
      setError(trouble.isOffline ? trouble.text : words.errors.discount_invalid)
    }
    setAsking(false)
  }
  if (basket.discount_code !== null)
    return (
      <p class={styles.code}>
        <span>{words.codeOn(basket.discount_code)}</span>
        <Button look="quiet" busy={isAsking} onClick={() => setCode(null)}>
          {words.remove}
        </Button>
      </p>
    )
  return (
    <details class={styles.folded} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.haveCode}</summary>
      <form
        class={styles.codeForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
          if (code !== '' && !isAsking) void setCode(code)
        }}
      >
        <Field
          name="code"
          label={words.discountCode}
          maxLength={64}
          autocomplete="off"
          defaultValue={brought ?? ''}
          error={error}
        />
        <Button type="submit" busy={isAsking}>
          {words.apply}
        </Button>
      </form>
    </details>
  )
}
