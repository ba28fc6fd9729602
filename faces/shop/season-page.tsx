import { GrandstandError, type MembershipOnSale } from '@grandstand/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { ButtonLink } from '../kit/button.tsx'
import { spokenOf } from '../kit/languages.ts'
import { useLoad } from '../kit/use-load.ts'
import { api } from './api.ts'
import { routes } from './config.ts'
import type { MapParts } from './map-parts.ts'
import styles from './memberships.module.css'
import { LoadTrouble, Message, TroubleNotice } from './notice.tsx'
import { SeasonMap, type SeasonSeat } from './season-map.tsx'
import { SeasonPeople } from './season-people.tsx'
import { usePage, useShop } from './shop.tsx'
import { shopStorage } from './shop-storage.ts'
import { troubleOf } from './trouble.ts'
import { membershipWords } from './words/memberships.ts'

/** A season that is on sale: seats on the map first, then who sits on which. */
export function SeasonPage({ id, parts }: { id: string; parts: MapParts }) {
  const { words } = useShop()
  const seasonId = Number(id)
  const { data, error, reload } = useLoad(() => api.storefront.listMembershipsOnSale().page(), [seasonId])
  const [first, ...others] = (data?.data ?? []).filter(
    (type) => type.season_id === seasonId && type.has_seats && !type.is_sold_out && type.available_from_unix === null,
  )
  usePage(first?.season_title ?? undefined, first !== undefined, false)
  if (error !== undefined) return <LoadTrouble error={error} onRetry={reload} />
  if (!data) return <p aria-busy="true">{words.loading}</p>
  if (first) return <Season key={id} types={[first, ...others]} {...{ seasonId, parts }} />
  return (
    <Message title={words.soldOut}>
      <ButtonLink href={routes.memberships}>{words.memberships}</ButtonLink>
    </Message>
  )
}

type SeasonProps = { types: [MembershipOnSale, ...MembershipOnSale[]]; seasonId: number; parts: MapParts }

function Season({ types, seasonId, parts }: SeasonProps) {
  const { words, language } = useShop()
  const spoken = membershipWords[spokenOf(language) ?? 'en']
  const { path, query, route } = useLocation()
  const type = types.find(({ membership_type_id }) => String(membership_type_id) === query.type) ?? types[0]
  const memory = `season ${seasonId}`
  const [chosenIds, setChosen] = useState<number[]>(() => shopStorage.choice(memory).seats)
  const [seats, setSeats] = useState<SeasonSeat[]>([])
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [trouble, setTrouble] = useState<unknown>()
  const [lost, setLost] = useState<number[]>([])
  // After a reload it begins with the map, and with what was chosen there.
  const isWho = query.step === 'who' && seats.length > 0
  useEffect(() => {
    if (isWho) document.querySelector<HTMLElement>('main h1')?.focus()
  }, [isWho])
  const choose = (seatIds: number[]) => {
    setChosen(seatIds)
    shopStorage.setChoice(memory, { seats: seatIds })
  }
  const goTo = (step: string | undefined, isSamePage: boolean) => {
    const { step: _step, stand: _stand, ...others } = query
    route(`${path}?${new URLSearchParams({ ...others, ...(step && { step }) })}`, isSamePage)
  }
  if (isWho)
    return (
      <SeasonPeople
        types={types}
        first={type}
        seats={seats}
        typed={typed}
        onRefused={(refusal, people) => {
          const taken = refusal instanceof GrandstandError && refusal.is('seat_taken') ? refusal.details.seat_ids : []
          setTyped(people)
          setLost([...lost, ...taken])
          choose(chosenIds.filter((id) => !taken.includes(id)))
          setTrouble(refusal)
          goTo(undefined, true)
        }}
        onDone={() => choose([])}
        onBack={() => goTo(undefined, true)}
      />
    )
  return (
    <SeasonMap
      parts={parts}
      type={type}
      seasonId={seasonId}
      chosenIds={chosenIds}
      lost={lost}
      head={
        <div class={styles.seasonHead}>
          <h1 tabIndex={-1}>{type.season_title}</h1>
          <p>{spoken.atEveryMatch}</p>
          {trouble !== undefined && <TroubleNotice trouble={troubleOf(trouble, words, { wereThere: true })} />}
        </div>
      }
      goOn={spoken.goOn}
      onChoose={(seatIds) => {
        choose(seatIds)
        if (seatIds.length > 0) setTrouble(undefined)
      }}
      onNext={(chosen) => {
        setSeats(chosen)
        goTo('who', false)
      }}
    />
  )
}
