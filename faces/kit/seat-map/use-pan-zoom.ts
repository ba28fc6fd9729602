import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Size } from '../use-size.ts'
import type { Bounds, Point } from './plan.ts'
import { clampedView, fit, isSeen, showing, type View, zoomed } from './view.ts'

type At = { window: Point; drawing: Point }
type Finger = { id: number; x: number; y: number }

/** Fingers tremble: so far is still a tap. */
const TAP_PX = 8
/** From so many pixels a seat on, one sees which it is. */
const LEGIBLE = 7
/** As near as a seat is shown that was too small to see. */
const NEAR = 12

/**
 * Drag, pinch, wheel and buttons. The view is not a state of the page: a frame of a pan sets one attribute, and renders nothing anew.
 */
export function usePanZoom(
  drawing: RefObject<SVGGElement | null>,
  bounds: Bounds,
  size: Size,
  onTap: (at: At, isTouch: boolean) => void,
) {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 })
  const fingers = useRef<Finger[]>([])
  const travelled = useRef(0)
  const frame = useRef(0)

  const paint = () => {
    frame.current = 0
    const { scale, x, y } = view.current
    drawing.current?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`)
    // While all of it is seen, a finger that goes up or down scrolls the page.
    const svg = drawing.current?.ownerSVGElement
    if (svg) svg.style.touchAction = isWhole() ? 'pan-y' : 'none'
  }
  const set = (next: View) => {
    view.current = clampedView(next, bounds, size)
    frame.current ||= requestAnimationFrame(paint)
  }
  const least = () => fit(bounds, size).scale
  const isWhole = () => view.current.scale <= least() * 1.001
  const zoom = (factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }) =>
    set(zoomed(view.current, factor, at, least()))

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
    if (isTap && isLast && travelled.current <= TAP_PX) onTap(at(event), event.pointerType !== 'mouse')
  }

  return {
    at,
    zoom,
    scale: () => view.current.scale,
    whole: () => set(fit(bounds, size)),
    show: (point: Point) => set(showing(view.current, point, size)),
    /** For points that nobody sees now, or only as specks: the first of them, near enough. */
    reveal: (points: Point[]) => {
      const [first] = points
      if (
        !first ||
        size.width === 0 ||
        (view.current.scale >= LEGIBLE && points.some((point) => isSeen(view.current, point, size)))
      )
        return
      const scale = Math.max(view.current.scale, NEAR)
      set({ scale, x: size.width / 2 - first.x * scale, y: size.height / 2 - first.y * scale })
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
