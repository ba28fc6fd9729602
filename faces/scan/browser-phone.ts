import { ask } from './api.ts'
import { disk } from './database.ts'
import type { Phone } from './phone.ts'
import { version } from './program.ts'

type Powered = { getBattery?(): Promise<{ level: number }> }

/** The phone that this page is opened on. */
export const browserPhone: Phone = {
  disk,
  ask,
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  version,
  /** Safari does not say. */
  async batteryPercent() {
    const battery = await (navigator as Powered).getBattery?.().catch(() => undefined)
    return battery && Math.round(battery.level * 100)
  },
  async storagePercent() {
    const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
    return usage === undefined || !quota ? undefined : Math.min(100, Math.round((usage / quota) * 100))
  },
}
