import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useSize } from '../use-size.ts'
import type { Chooser } from './chooser.ts'
import styles from './ground.module.css'
import { type PitchAt, pitchOf } from './pitch.ts'
import type { Bounds, Plan, PlanStand } from './plan.ts'
import { FREE } from './states.ts'
import { toneOf } from './tones.ts'

const ROOM = 2
const HEIGHT_LEAST = 300
/** Of the window: what to do next stands below it. */
const HEIGHT_SHARE = 0.6

/** Every seat of the ground is a dot, and every stand a way in. The dots are a picture; the stands are a list of buttons, too. */
export function Ground(props: {
  chooser: Chooser
  states: Uint8Array
  /** The stand that one comes back from: its button has the focus. */
  from: string | undefined
  onOpen(stand: PlanStand): void
}) {
  const { chooser, states, from, onOpen } = props
  const { plan, words, prices, money } = chooser
  const [box, size] = useSize()
  const [pointed, setPointed] = useState<PlanStand>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useMemo(() => frameOf(plan.bounds), [plan])
  const height = Math.max(window.innerHeight * HEIGHT_SHARE, HEIGHT_LEAST)
  const scale = Math.min(size.width / frame.width, height / frame.height)
  const width = frame.width * scale
  const dark = useDark()
  useEffect(() => {
    if (canvas.current && width > 0) drawDots(canvas.current, plan, states, chooser, { frame, scale })
  }, [plan, states, width, dark])
  const returned = useRef<HTMLButtonElement>(null)
  useEffect(() => returned.current?.focus({ preventScroll: true }), [])
  const pitch = useMemo(() => pitchOf(plan), [plan])
  const counts = useMemo(() => new Map(plan.stands.map((stand) => [stand, freeIn(stand, states)])), [plan, states])
  const cheapest = (stand: PlanStand) => {
    const totals = prices.filter(({ categoryId }) =>
      stand.sections.some((section) => section.categoryId === categoryId),
    )
    return totals.length === 0 ? undefined : money(Math.min(...totals.map(({ total }) => total)))
  }
  return (
    <div class={styles.ground}>
      <div ref={box} class={styles.sky}>
        <div
          class={styles.frame}
          aria-hidden="true"
          style={{ width: `${width}px`, height: `${frame.height * scale}px` }}
        >
          <canvas ref={canvas} />
          {width > 0 && (
            <svg aria-hidden="true" viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}>
              {pitch && <Pitch {...pitch} label={words.pitch} size={13 / scale} />}
              {plan.stands.map((stand) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the list of stands below is for keys and screen readers
                <g
                  key={stand.title}
                  class={stand === pointed ? styles.pointed : styles.shape}
                  onClick={() => onOpen(stand)}
                  onPointerEnter={() => setPointed(stand)}
                  onPointerLeave={() => setPointed(undefined)}
                >
                  {stand.sections.map(({ id, outline }) => (
                    <polygon key={id} points={outline.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
                  ))}
                </g>
              ))}
              {plan.stands.map(
                (stand) => stand !== pointed && <NameWithin key={stand.title} stand={stand} size={13 / scale} />,
              )}
              {pointed && <StandName stand={pointed} frame={frame} size={15 / scale} />}
            </svg>
          )}
        </div>
      </div>
      <ul class={styles.stands}>
        {plan.stands.map((stand) => {
          const free = counts.get(stand) ?? 0
          const price = cheapest(stand)
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

/** How wide a letter is, of its height. */
const LETTER = 0.55

/** Along the stand, where there is room. */
function NameWithin({ stand: { centre, title, bounds }, size }: { stand: PlanStand; size: number }) {
  const length = title.length * size * LETTER
  const isWide = length <= bounds.right - bounds.left
  if (!isWide && length > bounds.bottom - bounds.top) return null
  const turn = isWide ? '' : ` rotate(-90)`
  return (
    <text class={styles.standName} transform={`translate(${centre.x} ${centre.y})${turn}`} font-size={size} dy="0.35em">
      {title}
    </text>
  )
}

/** The one that is pointed at: on its stand, and within the frame. */
function StandName({ stand: { centre, title }, frame, size }: { stand: PlanStand; frame: Frame; size: number }) {
  const half = (title.length * size * LETTER) / 2
  const x = Math.min(Math.max(centre.x, frame.x + half), frame.x + frame.width - half)
  return (
    <text class={styles.standName} x={x} y={centre.y} font-size={size} dy="0.35em">
      {title}
    </text>
  )
}

type Frame = { x: number; y: number; width: number; height: number }

const frameOf = ({ left, top, right, bottom }: Bounds): Frame => ({
  x: left - ROOM,
  y: top - ROOM,
  width: right - left + 2 * ROOM,
  height: bottom - top + 2 * ROOM,
})

function freeIn({ sections }: PlanStand, states: Uint8Array): number {
  let free = 0
  for (const { first, count } of sections) {
    for (let n = first; n < first + count; n += 1) if (states[n] === FREE) free += 1
  }
  return free
}

/** A canvas, since so many elements would take seconds. Free seats have the tone of their category; the others are a breath of ink. */
function drawDots(
  canvas: HTMLCanvasElement,
  { xs, ys, sections }: Plan,
  states: Uint8Array,
  { prices }: Chooser,
  { frame, scale }: { frame: Frame; scale: number },
): void {
  const ratio = Math.min(window.devicePixelRatio, 2)
  canvas.width = Math.round(frame.width * scale * ratio)
  canvas.height = Math.round(frame.height * scale * ratio)
  const context = canvas.getContext('2d')
  if (!context) return
  const style = getComputedStyle(canvas)
  const dot = Math.max(scale * ratio * 0.62, 1)
  const k = scale * ratio
  for (const { first, count, categoryId } of sections) {
    const tone = toneOf(prices, categoryId)
    for (const isFree of [false, true]) {
      context.fillStyle = style.getPropertyValue(isFree ? `--seat-${tone}` : '--seat-gone')
      const size = isFree ? dot : dot * 0.62
      for (let n = first; n < first + count; n += 1) {
        if ((states[n] === FREE) !== isFree) continue
        context.fillRect(((xs[n] ?? 0) - frame.x) * k - size / 2, ((ys[n] ?? 0) - frame.y) * k - size / 2, size, size)
      }
    }
  }
}

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
      <text x={centre.x} y={centre.y + height / 2 - size} font-size={size}>
        {label}
      </text>
    </g>
  )
}

/** A canvas does not know that the colours have changed. */
function useDark(): boolean {
  const [dark, setDark] = useState(false)
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setDark(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return dark
}
