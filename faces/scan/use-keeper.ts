import { useEffect, useRef, useState } from 'preact/hooks'
import { browserPhone } from './browser-phone.ts'
import { Keeper } from './keeper.ts'
import type { Choice, Device } from './phone.ts'
import { renewProgram } from './program.ts'
import type { Standing } from './standing.ts'

/** Scanning does not wait for it; what cannot be fetched is asked for again with the next meeting. */
const loadSync = () => import('./sync.ts')

const ONLINE_MS = 15_000
const OFFLINE_MS = 4_000
const WAITING_MS = 1_000

/** The keeper of one gate, what it stands at, and a way to have it meet the service at once. */
export function useKeeper(device: Device, choice: Choice) {
  // Opened before the steward can scan: the first code waits for what was kept.
  const [{ keeper, opening }] = useState(() => openKeeper(device, choice))
  const [standing, setStanding] = useState<Standing>(keeper.standing)
  const [isOpen, setOpen] = useState(false)
  const meet = useRef<() => Promise<void>>(async () => undefined)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let meeting: Promise<void> | undefined
    let isOver = false
    const run = async () => {
      const { agree, isIdle } = await loadSync()
      await agree(keeper)
      // The page that is open stays as it is; the next one that is opened is new.
      if (isIdle(keeper)) await renewProgram()
    }
    let dueAt = Number.POSITIVE_INFINITY
    /** The next one, at once where something has come up to be told. */
    const next = () => {
      const { isOnline, waiting } = keeper.standing
      const ms = !isOnline ? OFFLINE_MS : waiting > 0 ? WAITING_MS : ONLINE_MS
      if (isOver || meeting || performance.now() + ms >= dueAt) return
      clearTimeout(timer)
      dueAt = performance.now() + ms
      timer = setTimeout(meetNow, ms)
    }
    const meetNow = (): Promise<void> => {
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      meeting ??= run()
        // What cannot be explained is tried again; it must not end the meetings.
        .catch(() => undefined)
        .finally(() => {
          meeting = undefined
          next()
        })
      return meeting
    }
    meet.current = meetNow
    const unlisten = keeper.onChange(() => {
      setStanding(keeper.standing)
      next()
    })
    const offline = () => keeper.change({ isOnline: false })
    const looked = () => document.visibilityState === 'visible' && meetNow()
    opening.then(() => {
      setOpen(true)
      return meetNow()
    })
    addEventListener('online', meetNow)
    addEventListener('offline', offline)
    document.addEventListener('visibilitychange', looked)
    return () => {
      isOver = true
      clearTimeout(timer)
      unlisten()
      removeEventListener('online', meetNow)
      removeEventListener('offline', offline)
      document.removeEventListener('visibilitychange', looked)
    }
  }, [keeper, opening])
  return { keeper, standing, isOpen, meet: () => meet.current() }
}

function openKeeper(device: Device, choice: Choice) {
  const keeper = new Keeper(browserPhone, device, choice)
  return { keeper, opening: keeper.open() }
}
