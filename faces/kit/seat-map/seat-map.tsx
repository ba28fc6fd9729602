/*
 * Seats to choose from, on two levels: the stands of a ground, and the seats of one of them; on a map, or as a list of checkboxes.
 *
 *   const { seats, error } = useEventSeats(api.events, eventId)      // drawing and what is free, anew every second
 *   <SeatMap
 *     drawing={seats.drawing} states={seats.states.bytes}
 *     prices={[{ categoryId: 7, title: 'North Stand', total: 32 }]}  // a category: its name, and what a place costs, fees included
 *     money={(amount) => …} language="en"
 *     wanted={2}                                                     // places that one click chooses, side by side
 *     chosen={seatIds} onChoose={setSeatIds}                         // ids as `seat_ids` of a basket's item takes them
 *     stand={title} onStand={setTitle}                               // the stand that is looked at: for the address, and the way back
 *     mine={seatIds of the basket}                                   // held by this buyer: they may be chosen as if they were free
 *   />
 *
 * It gives back a chosen seat that somebody else got, says so (`announce` of the kit, and in words on the page), and chooses nothing that
 * leaves a single seat behind unless there is no other way; `onChoose` also says which seat would be one, while somebody has chosen fewer
 * than they want. Load it lazily: it is a chunk of its own, with its styles.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { announce } from '../announcer.tsx'
import { Button } from '../button.tsx'
import { bestAvailable, chooseAt, type IsFree, singlesLeft } from './choose.ts'
import type { Chooser, SeatPrice } from './chooser.ts'
import { Ground } from './ground.tsx'
import { Legend } from './legend.tsx'
import { type Drawing, type Plan, type PlanSeat, type PlanStand, planOf } from './plan.ts'
import { SeatList } from './seat-list.tsx'
import styles from './seat-map.module.css'
import { Stand } from './stand.tsx'
import { FREE, HELD } from './states.ts'
import { chosenText, labelInRow, rowOf, wordsOf } from './words.ts'

export type SeatMapProps = {
  drawing: Drawing
  states: Uint8Array
  prices: SeatPrice[]
  money(amount: number): string
  language: string
  /** 0: to look at only. */
  wanted: number
  /** Categories in which the best seats are looked for first. */
  wished?: number[]
  chosen: number[]
  mine?: number[]
  onChoose(seatIds: number[], single: string | undefined): void
  stand: string | undefined
  onStand(title: string | undefined): void
}

export function SeatMap(props: SeatMapProps) {
  const {
    drawing,
    states,
    prices,
    money,
    language,
    wanted,
    wished = [],
    chosen: chosenIds,
    mine = [],
    onChoose,
    stand: title,
    onStand,
  } = props
  const plan = useMemo(() => planOf(drawing), [drawing])
  const words = wordsOf(language)
  const before = useRef(title)
  const [isList, setList] = useState(false)
  const [notice, setNotice] = useState('')
  const stand = plan.stands.find((other) => other.title === title)
  const chosen = useMemo(() => seatsBy(plan, chosenIds), [plan, chosenIds.join()])
  const ownSeats = new Set(mine)
  const isFree: IsFree = ({ index, id }) => states[index] === FREE || (states[index] === HELD && ownSeats.has(id))
  const priceOf = ({ row }: PlanSeat) => prices.find(({ categoryId }) => categoryId === row.section.categoryId)
  const nameInRow = (seat: PlanSeat) => {
    const price = priceOf(seat)
    return labelInRow(seat, words, price && money(price.total))
  }
  const label = (seat: PlanSeat) => [rowOf(seat, words), nameInRow(seat)].filter(Boolean).join(', ')
  const say = (text: string) => {
    setNotice(text)
    if (text) announce(text)
  }

  const tell = (next: PlanSeat[]) => {
    const [single] = singlesLeft(next, isFree)
    onChoose(
      next.map(({ id }) => id),
      single && words.single(label(single)),
    )
  }
  useTaken(chosen, isFree, states, (taken) => {
    tell(chosen.filter((seat) => !taken.includes(seat)))
    say(words.gone(taken.map(label).join('; ')))
  })

  /** Not while somebody is still choosing: what is missing may be the single seat. */
  const choose = (next: PlanSeat[]) => {
    const single = next.length >= wanted && next.length >= chosen.length ? singlesLeft(next, isFree)[0] : undefined
    if (single) return say(words.single(label(single)))
    setNotice('')
    if (next.length > 0) announce(`${words.legendChosen}: ${chosenText(next, words)}`)
    tell(next)
  }
  const toggle = (seat: PlanSeat) => {
    if (wanted === 0) return
    if (!chosen.includes(seat) && !isFree(seat)) return
    choose(chooseAt(seat, chosen, wanted, isFree))
  }
  const chooseBest = () => {
    const sections = (stand?.sections ?? plan.sections).filter(({ categoryId }) =>
      prices.some((price) => price.categoryId === categoryId),
    )
    const inWished = sections.filter(({ categoryId }) => categoryId !== null && wished.includes(categoryId))
    const best = bestAvailable(inWished, wanted, isFree) ?? bestAvailable(sections, wanted, isFree)
    if (!best) return say(words.noBest(wanted))
    choose(best)
    const bestStand = plan.stands.find(
      ({ sections: standSections }) => best[0] && standSections.includes(best[0].row.section),
    )
    if (bestStand && bestStand !== stand) onStand(bestStand.title)
  }
  const chooser: Chooser = { plan, words, chosen, isFree, prices, money, label, labelInRow: nameInRow, toggle }
  const back = () => onStand(undefined)
  useEffect(() => {
    before.current = title
  }, [title])

  return (
    <section class={styles.map}>
      <div class={styles.bar}>
        {stand ? (
          <Button look="quiet" onClick={back}>
            ← {words.ground}
          </Button>
        ) : (
          <h3>{words.stands}</h3>
        )}
        <span class={styles.spring} />
        {stand && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
          <div class={styles.switch} role="group" aria-label={words.view}>
            <button type="button" aria-pressed={!isList} onClick={() => setList(false)}>
              {words.map}
            </button>
            <button type="button" aria-pressed={isList} onClick={() => setList(true)}>
              {words.list}
            </button>
          </div>
        )}
        {!stand && wanted > 0 && <Button onClick={chooseBest}>{words.best(wanted)}</Button>}
      </div>
      {stand && (
        <div class={styles.bar}>
          <h3>{stand.title}</h3>
          <span class={styles.spring} />
          {wanted > 0 && <Button onClick={chooseBest}>{words.best(wanted)}</Button>}
        </div>
      )}
      {notice && <p class={styles.notice}>{notice}</p>}
      {stand ? (
        <OneStand key={stand.title} stand={stand} chooser={chooser} isList={isList} onBack={back} />
      ) : (
        <Ground chooser={chooser} states={states} from={before.current} onOpen={(opened) => onStand(opened.title)} />
      )}
      <Legend chooser={chooser} stand={stand} />
    </section>
  )
}

function OneStand(props: { stand: PlanStand; chooser: Chooser; isList: boolean; onBack(): void }) {
  const { stand, chooser, isList, onBack } = props
  return isList ? (
    <SeatList stand={stand} chooser={chooser} />
  ) : (
    <Stand stand={stand} chooser={chooser} onBack={onBack} />
  )
}

const seatsBy = (plan: Plan, ids: number[]): PlanSeat[] => ids.flatMap((id) => plan.seatById(id) ?? [])

/** Tells once of chosen seats that are no longer to be had. */
function useTaken(chosen: PlanSeat[], isFree: IsFree, states: Uint8Array, tell: (taken: PlanSeat[]) => void): void {
  const drawnBytes = useRef<Uint8Array>(undefined)
  useEffect(() => {
    if (drawnBytes.current === states) return
    drawnBytes.current = states
    const taken = chosen.filter((seat) => !isFree(seat))
    if (taken.length > 0) tell(taken)
  }, [states])
}
