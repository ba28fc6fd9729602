import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useSize } from '../use-size.ts'
import { type Chooser, isSoughtPrice } from './chooser.ts'
import styles from './ground.module.css'
import { type PitchAt, pitchOf } from './pitch.ts'
import { type Bounds, boundsOf, type PlanSection, type PlanStand } from './plan.ts'
import { FREE } from './states.ts'
import { toneOf } from './tones.ts'

const ROOM = 2

/** What is to be had of a stand: of what is looked for, and in its price. */
type Standing = { free: number; price: string | undefined }

/** The whole ground by price and by what is left, in words; a stand is a way in. The drawing is a picture; the stands are buttons, too. */
export function Ground(props: {
  chooser: Chooser
  states: Uint8Array
  /** The stand that one comes back from: its button has the focus. */
  from: string | undefined
  onOpen(stand: PlanStand): void
}) {
  const { chooser, states, from, onOpen } = props
  const { plan, words, prices, filter } = chooser
  const [pointed, setPointed] = useState<PlanStand>()
  const returned = useRef<HTMLButtonElement>(null)
  useEffect(() => returned.current?.focus({ preventScroll: true }), [])
  const standings = useMemo(
    () => new Map(plan.stands.map((stand) => [stand, standingOf(stand, chooser, states)])),
    [plan, states, prices, filter.totalMax, filter.accessible],
  )
  return (
    <div class={styles.ground}>
      {plan.isLaidOut && (
        <Picture
          chooser={chooser}
          states={states}
          standings={standings}
          pointed={pointed}
          onPoint={setPointed}
          onOpen={onOpen}
        />
      )}
      <ul class={styles.stands} aria-label={words.stands}>
        {plan.stands.map((stand) => {
          const { free = 0, price } = standings.get(stand) ?? {}
          return (
            <li key={stand.title}>
              <button
                type="button"
                ref={stand.title === from ? returned : null}
                class={stand === pointed ? styles.near : ''}
                onClick={() => onOpen(stand)}
                onFocus={() => setPointed(stand)}
                onBlur={() => setPointed(undefined)}
                onPointerEnter={() => setPointed(stand)}
                onPointerLeave={() => setPointed(undefined)}
              >
                <strong>{stand.title}</strong>
                <span>{free === 0 ? words.none : words.free(free)}</span>
                {price && free > 0 && <span>{words.from(price)}</span>}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Picture(props: {
  chooser: Chooser
  states: Uint8Array
  standings: Map<PlanStand, Standing>
  pointed: PlanStand | undefined
  onPoint(stand: PlanStand | undefined): void
  onOpen(stand: PlanStand): void
}) {
  const { chooser, states, standings, pointed, onPoint, onOpen } = props
  const { plan, words } = chooser
  const [box, size] = useSize()
  const frame = useMemo(() => frameOf(plan.bounds), [plan])
  const scale = Math.min(size.width / frame.width, size.height / frame.height)
  const pitch = useMemo(() => pitchOf(plan), [plan])
  // Letters grow with those of the reader's browser.
  const letters = (size.width > 640 ? 0.9375 : 0.75) * rootPx()
  return (
    <div
      ref={box}
      class={styles.sky}
      aria-hidden="true"
      // Its room is known before anything is measured, so that nothing below it jumps.
      style={{ aspectRatio: `${frame.width} / ${frame.height}` }}
    >
      {scale > 0 && (
        <svg viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} aria-hidden="true">
          <pattern
            id="gone"
            width={6 / scale}
            height={6 / scale}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect class={styles.blank} width={6 / scale} height={6 / scale} />
            <rect class={styles.stripe} width={1.5 / scale} height={6 / scale} />
          </pattern>
          {pitch && <Pitch {...pitch} label={words.pitch} size={letters / scale} />}
          {plan.stands.map((stand) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list of stands below is for keys and screen readers
            <g
              key={stand.title}
              class={stand === pointed ? styles.pointed : styles.shape}
              onClick={() => onOpen(stand)}
              onPointerEnter={() => onPoint(stand)}
              onPointerLeave={() => onPoint(undefined)}
            >
              {stand.sections.map((section) => (
                <polygon
                  key={section.id}
                  class={styles[fillOf(section, chooser, states)]}
                  points={section.outline.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
                />
              ))}
            </g>
          ))}
          {plan.stands.map((stand) => (
            <Words
              key={stand.title}
              stand={stand}
              lines={linesOf(stand, standings.get(stand), chooser)}
              look={fillOf(middleOf(stand), chooser, states)}
              size={letters / scale}
            />
          ))}
        </svg>
      )}
    </div>
  )
}

type Fill = 'tone0' | 'tone1' | 'tone2' | 'tone3' | 'gone' | 'aside'

/** By price, where something is left that is looked for. */
function fillOf(section: PlanSection, chooser: Chooser, states: Uint8Array): Fill {
  const { prices, filter } = chooser
  if (freeIn(section, states, false) === 0) return 'gone'
  const isSought = isSoughtPrice(prices, filter, section.categoryId) && freeIn(section, states, filter.accessible) > 0
  return isSought ? (`tone${toneOf(prices, section.categoryId)}` as Fill) : 'aside'
}

const middleOf = ({ sections }: PlanStand): PlanSection => {
  const section = sections[Math.floor((sections.length - 1) / 2)]
  if (!section) throw new Error('a stand has a section')
  return section
}

/** Fuller and shorter ways to say it: the first that fits is written. */
function linesOf(stand: PlanStand, standing: Standing | undefined, { words }: Chooser): string[][] {
  const { free = 0, price } = standing ?? {}
  if (free === 0) return [[stand.title, words.none], [words.none], [stand.title]]
  const left = words.free(free)
  if (price === undefined) return [[stand.title, left], [left]]
  return [[stand.title, `${words.from(price)} · ${left}`], [stand.title, `${price} · ${free}`], [price, left], [price]]
}

/** How wide a letter is, of its height. */
const LETTER = 0.52

/** On the stand, along it where it does not fit across. */
function Words({ stand, lines, look, size }: { stand: PlanStand; lines: string[][]; look: Fill; size: number }) {
  const { left, right, top, bottom } = roomFor(stand)
  const [across, down] = [right - left, bottom - top]
  const fits = (texts: string[], long: number, high: number) =>
    texts.every((text) => text.length * size * LETTER <= long) && texts.length * size * 1.2 <= high
  const isTall = down > across
  for (const texts of lines) {
    const turned = !fits(texts, across, down) && isTall && fits(texts, down, across)
    if (!turned && !fits(texts, across, down)) continue
    return (
      <text
        class={[styles.words, styles[`on-${look}`]].join(' ')}
        transform={`translate(${(left + right) / 2} ${(top + bottom) / 2})${turned ? ' rotate(-90)' : ''}`}
        font-size={size}
      >
        {texts.map((text, line) => (
          <tspan
            key={text}
            class={line === 0 && texts.length > 1 ? styles.name : ''}
            x={0}
            y={(line - (texts.length - 1) / 2) * size * 1.2 + size * 0.35}
          >
            {text}
          </tspan>
        ))}
      </text>
    )
  }
  return null
}

/** A stand that is long is written along; of one that goes round a corner, whose middle is on the pitch, its middle section is. */
function roomFor(stand: PlanStand): Bounds {
  const { left, right, top, bottom } = stand.bounds
  const isLong = Math.max((right - left) / (bottom - top), (bottom - top) / (right - left)) >= 2
  return isLong ? stand.bounds : boundsOf(middleOf(stand).outline)
}

function standingOf({ sections }: PlanStand, { prices, filter, money }: Chooser, states: Uint8Array): Standing {
  let free = 0
  let least = Number.POSITIVE_INFINITY
  for (const section of sections) {
    if (!isSoughtPrice(prices, filter, section.categoryId)) continue
    const count = freeIn(section, states, filter.accessible)
    free += count
    const total = prices.find(({ categoryId }) => categoryId === section.categoryId)?.total
    if (count > 0 && total !== undefined) least = Math.min(least, total)
  }
  return { free, price: Number.isFinite(least) ? money(least) : undefined }
}

function freeIn({ first, count, accessible }: PlanSection, states: Uint8Array, isForWheelchairs: boolean): number {
  if (isForWheelchairs) return accessible.filter((n) => states[n] === FREE).length
  let free = 0
  for (let n = first; n < first + count; n += 1) if (states[n] === FREE) free += 1
  return free
}

type Frame = { x: number; y: number; width: number; height: number }

const frameOf = ({ left, top, right, bottom }: Bounds): Frame => ({
  x: left - ROOM,
  y: top - ROOM,
  width: right - left + 2 * ROOM,
  height: bottom - top + 2 * ROOM,
})

const rootPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

function Pitch({ centre, width, height, label, size }: PitchAt & { label: string; size: number }) {
  const isLying = width >= height
  const ring = Math.min(width, height) * 0.15
  return (
    <g class={styles.pitch}>
      <rect x={centre.x - width / 2} y={centre.y - height / 2} width={width} height={height} />
      {isLying ? (
        <path d={`M${centre.x},${centre.y - height / 2}v${height}`} />
      ) : (
        <path d={`M${centre.x - width / 2},${centre.y}h${width}`} />
      )}
      <circle cx={centre.x} cy={centre.y} r={ring} />
      <text x={centre.x} y={centre.y + size * 0.35} font-size={size}>
        {label}
      </text>
    </g>
  )
}
