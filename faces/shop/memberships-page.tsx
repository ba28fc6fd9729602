import type { MembershipOnSale } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Button, ButtonLink } from '../kit/button.tsx'
import { groupBy } from '../kit/group-by.ts'
import { spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import { JoinForm } from './join-form.tsx'
import styles from './memberships.module.css'
import { LoadTrouble } from './notice.tsx'
import { RenewPage } from './renew-page.tsx'
import { usePage, useShop } from './shop.tsx'
import { membershipWords } from './words/memberships.ts'
import { renewWords } from './words/renew.ts'

/** What the club's members are, by category: what each costs today, for how long, and a form to join by. */
export function MembershipsPage() {
  const { query } = useLocation()
  return query.renew === undefined ? <OnSale /> : <RenewPage />
}

function OnSale() {
  const { words, language } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const { data, error, reload } = useLoad(() => api.storefront.listMembershipsOnSale().page(), [])
  const [joining, setJoining] = useState<number>()
  usePage(words.memberships)
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  const categories = groupBy(data.data, ({ category_title }) => category_title)
  return (
    <div class={styles.page}>
      <h1 tabIndex={-1}>{words.memberships}</h1>
      {data.data.length === 0 ? (
        <p>{spoken.nothing}</p>
      ) : (
        <p>
          <a href={`${routes.memberships}?renew=1`}>{renewWords[spokenOf(language) ?? 'en'].invitation}</a>
        </p>
      )}
      {[...categories].map(([category, types]) => (
        <section key={category} class={styles.category}>
          <h2>{category}</h2>
          <ul>
            {types.map((type) => (
              <Type
                key={type.membership_type_id}
                type={type}
                isJoining={joining === type.membership_type_id}
                onJoin={() => setJoining(type.membership_type_id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type TypeProps = { type: MembershipOnSale; isJoining: boolean; onJoin(): void }

function Type({ type, isJoining, onJoin }: TypeProps) {
  const { storefront, words, language, price, date } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const day = (text: string) => date(Date.parse(text) / 1000, 'UTC', 'long')
  const terms: Record<string, string> = { month: spoken.month, year: spoken.year, life: spoken.life }
  const facts = [
    type.term === null ? type.expires && spoken.until(day(type.expires)) : terms[type.term],
    spoken.ages(type.age_from, type.age_until),
    type.game_day_access && spoken.opensGates,
    type.seating === 'required' && spoken.withSeat,
  ].filter((fact) => fact)
  const { available_from_unix: from } = type
  /** Said, not shown: the title stands beside the button. */
  const which = <span class="visually-hidden"> {type.title}</span>
  return (
    <li class={styles.type}>
      <div class={styles.offer}>
        <span>
          <b>{type.title}</b>
          {facts.map((fact) => (
            <small key={String(fact)}>{fact}</small>
          ))}
        </span>
        <span class={styles.price}>
          {price(type.price, type.currency)} {type.tax > 0 && <small>{words.plusTax}</small>}
        </span>
        {type.is_sold_out ? (
          <span class={styles.state}>{spoken.soldOut}</span>
        ) : from !== null ? (
          <span class={styles.state}>{spoken.from(date(from, storefront.timezone, 'full'))}</span>
        ) : (
          <>
            {type.has_seats && (
              <ButtonLink href={`${routes.memberships}/${type.season_id}?type=${type.membership_type_id}`}>
                {spoken.chooseSeat}
                {which}
              </ButtonLink>
            )}
            {type.seating !== 'required' && !isJoining && (
              <Button onClick={onJoin}>
                {type.has_seats ? spoken.noSeat : spoken.join}
                {which}
              </Button>
            )}
          </>
        )}
      </div>
      {isJoining && <JoinForm type={type} />}
    </li>
  )
}
