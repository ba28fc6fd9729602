import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Size } from '../use-size.ts'
import type { Bounds, Point } from './plan.ts'
import { CHOOSE_SCALE, clampedView, fit, isSeen, showing, type View, zoomed } from './view.ts'

type At = { window: Point; drawing: Point }
type Finger = { id: number; x: number; y: number }

/** Fingers tremble: so far is still a tap. */
const TAP_PX = 8
/** Two taps so soon and so near are one gesture. */
const DOUBLE_MS = 300
const DOUBLE_PX = 24
/** As near as a seat is shown that was too small to choose. */
const NEAR = CHOOSE_SCALE + 2

/**
 * Drag, pinch, double tap, wheel and buttons. The view is not a state of the page: a frame of a pan sets one attribute, and tells the code that
 * has to follow it.
 */
export function usePanZoom(
  drawing: RefObject<SVGGElement | null>,
  bounds: Bounds,
  size: Size,
  onTap: (at: At) => void,
  onView: (view: View) => void,
) {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 })
  const fingers = useRef<Finger[]>([])
  const travelled = useRef(0)
  const frame = useRef(0)
  const lastTap = useRef<Finger & { at: number; wasCloser: boolean }>(undefined)

  const paint = () => {
    frame.current = 0
    const { scale, x, y } = view.current
    drawing.current?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`)
    // While all of it is seen, a finger that goes up or down scrolls the page.
    const svg = drawing.current?.ownerSVGElement
    if (svg) svg.style.touchAction = isWhole() ? 'pan-y' : 'none'
    onView(view.current)
  }
  const set = (next: View) => {
    view.current = clampedView(next, bounds, size)
    frame.current ||= requestAnimationFrame(paint)
  }
  const least = () => fit(bounds, size).scale
  const isWhole = () => view.current.scale <= least() * 1.001
  const zoom = (factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }) =>
    set(zoomed(view.current, factor, at, least()))

  const centred = (point: Point): View => {
    const scale = Math.max(view.current.scale, NEAR)
    return { scale, x: size.width / 2 - point.x * scale, y: size.height / 2 - point.y * scale }
  }

  useLayoutEffect(() => {
    if (size.width === 0) return
    view.current = fit(bounds, size)
    paint()
    return () => {
      cancelAnimationFrame(frame.current)
      frame.current = 0
    }
  }, [bounds, size.width, size.height])

  const at = (event: { clientX: number; clientY: number }): At => {
    const box = drawing.current?.ownerSVGElement?.getBoundingClientRect()
    const window = { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
    const { scale, x, y } = view.current
    return { window, drawing: { x: (window.x - x) / scale, y: (window.y - y) / scale } }
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const { window } = at(event)
    if (fingers.current.length === 0) travelled.current = 0
    fingers.current.push({ id: event.pointerId, ...window })
    ;(event.currentTarget as Element).setPointerCapture?.(event.pointerId)
  }
  const onPointerMoveCapture = (event: PointerEvent) => {
    const finger = fingers.current.find(({ id }) => id === event.pointerId)
    if (!finger) return
    const { window } = at(event)
    const other = fingers.current.find(({ id }) => id !== event.pointerId)
    travelled.current += Math.hypot(window.x - finger.x, window.y - finger.y)
    if (other) {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y)
      const now = Math.hypot(window.x - other.x, window.y - other.y)
      const middle = { x: (window.x + other.x) / 2, y: (window.y + other.y) / 2 }
      if (before > 0) set(zoomed(view.current, now / before, middle, least()))
    }
    const share = other ? 0.5 : 1
    const { scale, x, y } = view.current
    if (travelled.current > TAP_PX || other)
      set({ scale, x: x + (window.x - finger.x) * share, y: y + (window.y - finger.y) * share })
    Object.assign(finger, window)
  }
  const lift = (event: PointerEvent, isTap: boolean) => {
    const isLast = fingers.current.length === 1 && fingers.current[0]?.id === event.pointerId
    fingers.current = fingers.current.filter(({ id }) => id !== event.pointerId)
    if (isTap && isLast && travelled.current <= TAP_PX) tap(event)
  }
  /** Where seats are too small to choose, a tap looks closer, whatever it hits; the second of two at once is never a choice. */
  const tap = (event: PointerEvent) => {
    const here = at(event)
    const before = lastTap.current
    const isDouble =
      event.pointerType !== 'mouse' &&
      before !== undefined &&
      event.timeStamp - before.at < DOUBLE_MS &&
      Math.hypot(here.window.x - before.x, here.window.y - before.y) < DOUBLE_PX
    const isCloser = view.current.scale < CHOOSE_SCALE
    lastTap.current = isDouble
      ? undefined
      : { id: event.pointerId, ...here.window, at: event.timeStamp, wasCloser: isCloser }
    if (isDouble && before.wasCloser) return
    if (isCloser) zoom(NEAR / view.current.scale, here.window)
    else if (isDouble) zoom(1.6, here.window)
    else onTap(here)
  }

  return {
    at,
    zoom,
    whole: () => set(fit(bounds, size)),
    /** Near enough to be chosen, and in sight. */
    show: (point: Point) =>
      set(view.current.scale < CHOOSE_SCALE ? centred(point) : showing(view.current, point, size)),
    /** For points that are not in view, or only as specks: the first of them, near enough. */
    reveal: (points: Point[]) => {
      const [first] = points
      if (!first || size.width === 0) return
      if (view.current.scale >= CHOOSE_SCALE && points.some((point) => isSeen(view.current, point, size))) return
      set(centred(first))
    },
    handlers: {
      onPointerDown,
      onPointerMoveCapture,
      onPointerUp: (event: PointerEvent) => lift(event, true),
      onPointerCancel: (event: PointerEvent) => lift(event, false),
      onWheel: (event: WheelEvent) => {
        // Nothing to see from farther away: the page goes on.
        if (isWhole() && event.deltaY > 0 && !event.ctrlKey) return
        event.preventDefault()
        zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), at(event).window)
      },
    },
  }
}
