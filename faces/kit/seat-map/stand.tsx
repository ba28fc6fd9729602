import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { announce } from '../announcer.tsx'
import { useSize } from '../use-size.ts'
import type { Chooser } from './chooser.ts'
import { Labels } from './labels.tsx'
import { BAR, type Look, lookClass, lookOf, SHAPES, signClass, TICK, WHEELCHAIR } from './looks.tsx'
import { type Bounds, type PlanSeat, type PlanStand, type Point, seatsOf } from './plan.ts'
import styles from './seat-map.module.css'
import { toneOf } from './tones.ts'
import { usePanZoom } from './use-pan-zoom.ts'
import { FIT_SCALE_MAX, seatBeside, seatNear, turnedUp, type View } from './view.ts'

/** How far from its middle a seat is hit, in widths of a seat. */
const REACH = 0.75

/** The seats of one stand, which looks up at the pitch. Dots are few paths; a click is found by where it is. */
export function Stand({
  stand,
  chooser,
  fills,
  onBack,
}: {
  stand: PlanStand
  chooser: Chooser
  /** Takes the room that it is given, instead of as much as it needs. */
  fills: boolean
  onBack(): void
}) {
  const { words, isFree, chosen, label } = chooser
  const seats = useMemo(() => stand.sections.flatMap(seatsOf), [stand])
  const places = useMemo(() => turnedUp(seats, middleTurn(stand)), [seats])
  const bounds = useMemo(() => boundsAround([...places.values()]), [places])
  const [box, size] = useSize()
  const drawing = useRef<SVGGElement>(null)
  const followView = useRef<(view: View) => void>(() => {})
  const [cursor, setCursor] = useState<PlanSeat>()
  const [pointed, setPointed] = useState<PlanSeat>()
  const [isKeyed, setKeyed] = useState(false)
  const view = usePanZoom(
    drawing,
    bounds,
    size,
    (at) => {
      const seat = seatNear(places, at.drawing, REACH)
      if (!seat) return
      setCursor(seat)
      chooser.toggle(seat)
    },
    (seen) => followView.current(seen),
  )
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  // Whatever chose them: a click, or the best seats of all, chosen before this stand was drawn.
  useEffect(() => view.reveal(chosen.flatMap((seat) => places.get(seat) ?? [])), [chosen, size.width, size.height])

  const move = (seat: PlanSeat | undefined) => {
    if (!seat) return
    setCursor(seat)
    view.show(places.get(seat) ?? { x: 0, y: 0 })
    const state = chosen.includes(seat) ? words.chosen : isFree(seat) ? '' : words.taken
    announce([label(seat), state].filter(Boolean).join(', '))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const current = cursor ?? chosen[0] ?? seats.find(isFree) ?? seats[0]
    if (key === 'Escape') onBack()
    else if (key === '+' || key === '=') view.zoom(1.4)
    else if (key === '-') view.zoom(1 / 1.4)
    else if ((key === 'Enter' || key === ' ') && cursor) chooser.toggle(cursor)
    else if (key.startsWith('Arrow') && current) move(cursor ? seatBeside(places, current, key) : current)
    else return
    event.preventDefault()
    setKeyed(true)
  }
  const pointedSeat = pointed ?? (isKeyed ? cursor : undefined)
  const spot = isKeyed && cursor ? places.get(cursor) : undefined

  return (
    <div class={[styles.stand, fills ? styles.fillsStand : ''].join(' ')}>
      <div
        ref={box}
        class={styles.window}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        tabIndex={0}
        aria-label={`${words.seatsOf(stand.title)}. ${words.keys}`}
        style={fills ? {} : { height: `${heightFor(bounds, size.width)}px` }}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          if (event.pointerType === 'mouse') setPointed(seatNear(places, view.at(event).drawing, REACH))
        }}
        onPointerLeave={() => setPointed(undefined)}
        {...view.handlers}
      >
        <svg width={size.width} height={size.height} aria-hidden="true">
          <g ref={drawing}>
            <Dots chooser={chooser} places={places} />
            {chosen.map((seat) => (
              <Yours key={seat.id} at={places.get(seat)} />
            ))}
            {spot && <circle class={styles.cursor} cx={spot.x} cy={spot.y} r={0.56} />}
            <Labels chooser={chooser} stand={stand} places={places} size={size} follow={followView} />
          </g>
        </svg>
        <p class={styles.towards} aria-hidden="true">
          ↑ {words.pitch}
        </p>
        {pointedSeat && (
          <p class={styles.pointedAt} aria-hidden="true">
            {label(pointedSeat)}
            {!isFree(pointedSeat) && !chosen.includes(pointedSeat) && `, ${words.taken}`}
          </p>
        )}
      </div>
      <div class={styles.zoom}>
        <button type="button" aria-label={words.zoomIn} onClick={() => view.zoom(1.6)}>
          +
        </button>
        <button type="button" aria-label={words.zoomOut} onClick={() => view.zoom(1 / 1.6)}>
          −
        </button>
        <button type="button" aria-label={words.whole} onClick={view.whole}>
          ⤢
        </button>
      </div>
    </div>
  )
}

/** One path for every look that a seat can have. */
function Dots({ chooser, places }: { chooser: Chooser; places: Map<PlanSeat, Point> }) {
  const { isFree, isSought, chosen, prices } = chooser
  const looks = new Map<Look, string>()
  const signs = new Map<Look, string>()
  const add = (paths: Map<Look, string>, look: Look, path: string) => paths.set(look, (paths.get(look) ?? '') + path)
  for (const [seat, { x, y }] of places) {
    if (chosen.includes(seat)) continue
    const at = `M${x.toFixed(2)},${y.toFixed(2)}`
    const look = !isFree(seat)
      ? 'gone'
      : isSought(seat)
        ? lookOf(seat, toneOf(prices, seat.row.section.categoryId))
        : 'aside'
    add(looks, look, at + SHAPES[look])
    if (look === 'gone' || look === 'aside') continue
    if (seat.accessible) add(signs, look, at + WHEELCHAIR)
    else if (seat.restricted) add(signs, look, at + BAR)
  }
  return (
    <>
      {[...looks].map(([look, path]) => (
        <path key={look} class={lookClass(look)} d={path} />
      ))}
      {[...signs].map(([look, path]) => (
        <path key={look} class={signClass(look)} d={path} />
      ))}
    </>
  )
}

function Yours({ at }: { at: Point | undefined }) {
  if (!at) return null
  const place = `M${at.x.toFixed(2)},${at.y.toFixed(2)}`
  return (
    <>
      <circle class={lookClass('yours')} cx={at.x} cy={at.y} r={0.46} />
      <path class={signClass('yours')} d={place + TICK} />
    </>
  )
}

const HEIGHT_LEAST = 260

/** As high as the stand needs to be seen whole, within the screen. */
function heightFor({ left, right, top, bottom }: Bounds, width: number): number {
  const scale = Math.min(width / Math.max(right - left, 1), FIT_SCALE_MAX)
  const needed = (bottom - top) * scale + 40
  return Math.round(Math.min(Math.max(needed, HEIGHT_LEAST), Math.max(window.innerHeight * 0.64, HEIGHT_LEAST)))
}

/** By how much the stand is turned away from looking up: as its middle section is. */
function middleTurn({ sections }: PlanStand): number {
  const [from, to] = sections[Math.floor((sections.length - 1) / 2)]?.front ?? []
  return from && to ? (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI : 0
}

function boundsAround(points: Point[]): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { left: left - 1.6, top: top - 1.3, right: right + 1.6, bottom: bottom + 0.8 }
}
