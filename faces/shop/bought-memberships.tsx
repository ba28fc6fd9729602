import type { Basket, OrderWithTickets } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { sumOf } from '../kit/charges.ts'
import { spokenOf } from '../kit/languages.ts'
import { api } from './api.ts'
import { forgetPeople, personOf } from './basket-people.ts'
import { ChargePlan } from './charge-plan.tsx'
import { config, routes } from './config.ts'
import styles from './memberships.module.css'
import { TroubleNotice } from './notice.tsx'
import { useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { membershipWords } from './words/memberships.ts'

type BasketProps = { basket: Basket; onChange(basket: Basket, text: string): void; onTrouble(error: unknown): void }

/** The memberships of a basket: what each costs, and when which part of it. */
export function BasketMemberships({ basket, onChange, onTrouble }: BasketProps) {
  const { words, language, price, place } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const [removing, setRemoving] = useState<string>()
  const remove = async (id: string, title: string) => {
    setRemoving(id)
    await api.baskets.removeItem(basket.id, id).then((left) => onChange(left, words.itemRemoved(title)), onTrouble)
    setRemoving(undefined)
  }
  return (
    <>
      <ul class={styles.lines}>
        {basket.memberships.map(({ id, type_title, category_title, seat, total }) => {
          const person = personOf(basket.id, id)
          return (
            <li key={id}>
              <span>
                <b>{type_title}</b>
                {person && <small>{person}</small>}
                <small>{category_title}</small>
                {seat && <small>{place({ ...seat, gate: null })}</small>}
              </span>
              <span class={styles.price}>{price(total, basket.currency)}</span>
              <Button look="quiet" busy={removing === id} onClick={() => remove(id, type_title)}>
                {words.remove}
                <span class="visually-hidden"> {[type_title, person].filter(Boolean).join(', ')}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      <ChargePlan charges={basket.charges} currency={basket.currency} isFirstToday={basket.due_now > 0} />
      {basket.charges.length > 0 && basket.memberships.some(({ collection }) => collection === 'automatic') && (
        <p class={styles.hint}>{spoken.collected}</p>
      )}
      <p>
        <a href={routes.memberships}>{spoken.another}</a>
      </p>
    </>
  )
}

/** Whom an order has made members; their cards came by mail, and are shown here too. */
export function OrderMemberships({ order }: { order: OrderWithTickets }) {
  const { words, language, price, place } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const [opening, setOpening] = useState<number>()
  const [error, setError] = useState<unknown>()
  const orderSecret = shopStorage.orders().find(({ order_id }) => order_id === order.order_id)?.secret
  /** The card has a secret of its own, which is asked for when it is wanted. */
  const openCard = async (memberId: number) => {
    setOpening(memberId)
    setError(undefined)
    await api.storefront
      .createOwnCardSecret(memberId, { orderSecret: orderSecret ?? '' })
      .then(({ card_secret }) => location.assign(config.tickets + card_secret), setError)
    setOpening(undefined)
  }
  useEffect(forgetPeople, [])
  const isAlone = order.tickets.length === 0
  const { owed_amount: open } = order
  const Heading = isAlone ? 'h1' : 'h2'
  return (
    <section class={styles.page}>
      <Heading tabIndex={-1}>{spoken.welcome}</Heading>
      {isAlone && <p>{words.orderLine(order.order_id, price(order.total, order.currency))}</p>}
      {open > 0 && (
        <p>{spoken.paidSoFar(price(sumOf([order.total, -open]), order.currency), price(open, order.currency))}</p>
      )}
      <ChargePlan charges={order.charges} currency={order.currency} isFirstToday={false} />
      <p>{spoken.cards}</p>
      {error !== undefined && <TroubleNotice trouble={troubleOf(error, words)} />}
      <ul class={styles.lines}>
        {order.memberships.map(({ membership_member_id, first_name, last_name, member_number, ...bought }) => (
          <li key={membership_member_id}>
            <span>
              <b>{[first_name, last_name].filter((part) => part !== null).join(' ')}</b>
              <small>{[bought.type_title, bought.season_title].filter((part) => part !== null).join(' · ')}</small>
              {bought.seat && <small>{place(bought.seat)}</small>}
              {member_number && <small>{spoken.number(member_number)}</small>}
            </span>
            {membership_member_id !== null && config.tickets !== undefined && (
              <Button busy={opening === membership_member_id} onClick={() => openCard(membership_member_id)}>
                {spoken.card}
                <span class="visually-hidden">
                  {' '}
                  {first_name} {last_name}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
