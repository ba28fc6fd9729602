/*
 * Seats to choose from, on two levels: the stands of a ground, and the seats of one of them; on a map, or as a list of checkboxes. Where the
 * club has not said where its sections are there is no map: the list alone says what is known.
 *
 *   const { seats, error } = useEventSeats(api.events, eventId)      // drawing and what is free, anew every second
 *   <SeatMap
 *     drawing={seats.drawing} states={seats.states.bytes}
 *     prices={[{ categoryId: 7, title: 'North Stand', total: 32 }]}  // a category: its name, and what a place costs, fees included
 *     money={(amount) => …} words={words}                            // English, unless another language is given
 *     wanted={2}                                                     // places that one click chooses, side by side
 *     chosen={seatIds} onChoose={setSeatIds}                         // ids as `seat_ids` of a basket's item takes them
 *     stand={title} onStand={setTitle}                               // the stand that is looked at: for the address, and the way back
 *     mine={seatIds of the basket}                                   // held by this buyer: they may be chosen as if they were free
 *     fills foot={(picks) => …}                                      // a stand has the whole screen, with what was picked always in view
 *   />
 *
 * It gives back a chosen seat that another buyer got, says so (`announce` of the kit, and in words on the page), and chooses nothing that
 * leaves a single seat behind unless there is no other way; `onChoose` also says which seat would be one, while the buyer has chosen fewer
 * than they want. Load it lazily: it is a chunk of its own, with its styles.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { announce } from '../announcer.tsx'
import { Button } from '../button.tsx'
import { bestAvailable, chooseAt, type IsFree, singlesLeft } from './choose.ts'
import { type Chooser, isSoughtPrice, type SeatFilter, type SeatPrice } from './chooser.ts'
import { Ground } from './ground.tsx'
import { Legend } from './legend.tsx'
import { type Drawing, type Plan, type PlanSeat, type PlanStand, planOf } from './plan.ts'
import { SeatList } from './seat-list.tsx'
import styles from './seat-map.module.css'
import { Stand } from './stand.tsx'
import { FREE, HELD } from './states.ts'
import { chosenText, en, labelInRow, rowOf, type SeatMapWords } from './words.ts'

/** What was picked, and what would be the best, for the page that draws the foot of the map. */
export type Picks = {
  /** The stand that is looked at, if it is one. */
  stand: string | undefined
  /** "Harbour Stand, Block 2, Row C, seats 7, 8"; empty while nothing is chosen. */
  text: string
  /** Undefined where so many are not free side by side, or others are chosen. */
  best: { id: number; categoryId: number | null }[] | undefined
  chooseBest(): void
  clear(): void
}

export type SeatMapProps = {
  drawing: Drawing
  states: Uint8Array
  prices: SeatPrice[]
  money(amount: number): string
  words?: SeatMapWords
  /** 0: to look at only. */
  wanted: number
  /** Categories in which the best seats are looked for first. */
  wished?: number[]
  filter?: SeatFilter
  chosen: number[]
  mine?: number[]
  onChoose(seatIds: number[], single: string | undefined): void
  stand: string | undefined
  onStand(title: string | undefined): void
  /** What stands above the ground: how many, which price. */
  tools?: ComponentChildren
  fills?: boolean
  foot?: (picks: Picks) => ComponentChildren
}

const EVERYTHING: SeatFilter = { accessible: false }

export function SeatMap(props: SeatMapProps) {
  const { drawing, states, prices, money, words = en, wanted, wished = [], filter = EVERYTHING, mine = [] } = props
  const { chosen: chosenIds, onChoose, stand: title, onStand, tools, fills = false, foot } = props
  const plan = useMemo(() => planOf(drawing), [drawing])
  const before = useRef(title)
  const [isListWanted, setList] = useState(false)
  const [notice, setNotice] = useState('')
  const stand = plan.stands.find((other) => other.title === title)
  const isList = isListWanted || !plan.isLaidOut
  const chosen = useMemo(() => seatsBy(plan, chosenIds), [plan, chosenIds.join()])
  const ownSeats = new Set(mine)
  const isFree: IsFree = ({ index, id }) => states[index] === FREE || (states[index] === HELD && ownSeats.has(id))
  const isSought: IsFree = ({ row, accessible, companion }) =>
    isSoughtPrice(prices, filter, row.section.categoryId) && (!filter.accessible || accessible || companion)
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

  /** Not while the buyer is still choosing: what is missing may be the single seat. */
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
  const findBest = () => {
    const sections = (stand?.sections ?? plan.sections).filter(({ categoryId }) =>
      isSoughtPrice(prices, filter, categoryId),
    )
    const inWished = sections.filter(({ categoryId }) => categoryId !== null && wished.includes(categoryId))
    const isHad: IsFree = (seat) => isFree(seat) && isSought(seat)
    return (
      bestAvailable(inWished, wanted, isHad, filter.accessible) ??
      bestAvailable(sections, wanted, isHad, filter.accessible)
    )
  }
  const chooseBest = () => {
    const best = findBest()
    if (!best) return say(words.noBest(wanted))
    choose(best)
    const bestStand = plan.stands.find(
      ({ sections: standSections }) => best[0] && standSections.includes(best[0].row.section),
    )
    if (bestStand && bestStand !== stand) onStand(bestStand.title)
  }
  const chooser: Chooser = {
    ...{ plan, words, chosen, isFree, filter, isSought, prices, money, label, toggle },
    labelInRow: nameInRow,
  }
  const back = () => onStand(undefined)
  useEffect(() => {
    before.current = title
  }, [title])

  const bestButton = wanted > 0 && !foot && <Button onClick={chooseBest}>{words.best(wanted)}</Button>
  const isFilling = fills && stand !== undefined
  return (
    <section class={[styles.map, fills ? styles.page : '', isFilling ? styles.fills : ''].join(' ')}>
      {stand ? (
        <div class={styles.bar}>
          <Button onClick={back}>‹ {words.ground}</Button>
          <h3>{stand.title}</h3>
          <span class={styles.spring} />
          {plan.isLaidOut && (
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
          {bestButton}
        </div>
      ) : (
        <div class={styles.bar}>
          {tools ?? <h3>{words.stands}</h3>}
          {bestButton && <span class={styles.spring} />}
          {bestButton}
        </div>
      )}
      <div class={styles.about}>
        {notice && <p class={styles.notice}>{notice}</p>}
        <Legend chooser={chooser} stand={stand} />
      </div>
      <div class={styles.view}>
        {!stand ? (
          <Ground chooser={chooser} states={states} from={before.current} onOpen={(opened) => onStand(opened.title)} />
        ) : isList ? (
          <SeatList key={stand.title} stand={stand} chooser={chooser} />
        ) : (
          <Stand key={stand.title} stand={stand} chooser={chooser} fills={fills} onBack={back} />
        )}
      </div>
      {foot && (
        <div class={styles.foot}>
          {foot({
            stand: stand?.title,
            text: placesText(chosen, plan, chooser),
            best:
              chosen.length > 0
                ? undefined
                : findBest()?.map(({ id, row }) => ({ id, categoryId: row.section.categoryId })),
            chooseBest,
            clear: () => choose([]),
          })}
        </div>
      )}
    </section>
  )
}

const seatsBy = (plan: Plan, ids: number[]): PlanSeat[] => ids.flatMap((id) => plan.seatById(id) ?? [])

function placesText(chosen: PlanSeat[], plan: Plan, { words }: Chooser): string {
  const standOf = ({ row }: PlanSeat): PlanStand | undefined =>
    plan.stands.find(({ sections }) => sections.includes(row.section))
  const titles = new Set(chosen.map((seat) => standOf(seat)?.title ?? ''))
  return chosen.length === 0 ? '' : [[...titles].join('; '), chosenText(chosen, words)].join(', ')
}

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
