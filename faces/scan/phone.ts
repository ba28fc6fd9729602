import type { Ask } from './api.ts'
import type { Disk } from './disk.ts'

/** What the scanner's program stands on: a browser, or in a test whatever behaves like one. */
export type Phone = {
  disk: Disk
  ask: Ask
  /** Milliseconds on the phone's own clock, which may be wrong. */
  now(): number
  /** What the phone itself says of its network. */
  isOnline(): boolean
  /** The version of the program. */
  version: string
  /** Undefined where the browser does not tell. */
  batteryPercent(): Promise<number | undefined>
  /** How full what the page may keep is. */
  storagePercent(): Promise<number | undefined>
}

/** Who this phone is. The gate key is a text that is sent along, so a script of this page can read it: it is no CryptoKey. */
export type Device = { deviceId: number; name: string; orgId: string; key: string }

/** Where it scans, and who holds it, as far as they said. */
export type Choice = { eventId: number; gateId: number; steward?: string | undefined }
