import { useEffect, useState } from 'preact/hooks'
import { type AlarmKind, alarmsOf } from '../../server/gates/rules/alarms.ts'
import type { Keeper } from './keeper.ts'
import { give } from './signals.ts'

const EVERY_MS = 2_000

/** What is wrong with this phone, by the same rule as on the supervisor's board; heard when it begins. */
export function useAlarms(keeper: Keeper, sound: boolean): AlarmKind[] {
  const [alarms, setAlarms] = useState<AlarmKind[]>([])
  useEffect(() => {
    const look = () => setAlarms((before) => sameOr(before, alarmsNow(keeper)))
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [keeper])
  const worst = alarms[0]
  useEffect(() => {
    if (worst !== undefined) give('alarm', sound)
  }, [worst, sound])
  return alarms
}

const sameOr = (before: AlarmKind[], now: AlarmKind[]) => (before.join() === now.join() ? before : now)

function alarmsNow({ phone, standing, skewMs, errorMs }: Keeper): AlarmKind[] {
  const now = phone.now()
  const { register, waiting, shrunkAt, aside, storagePercent, batteryPercent } = standing
  return alarmsOf({
    isRevoked: false,
    silentMs: 0,
    heardMs: 0,
    isEventOn: false,
    isBound: false,
    waiting,
    waitingMs: waiting === 0 ? 0 : now - shrunkAt,
    aside: aside.length,
    listAgeMs: register ? now - skewMs - register.head.as_of * 1000 : null,
    storagePercent,
    skewMs: errorMs,
    batteryPercent,
    reusedMs: null,
  })
}
