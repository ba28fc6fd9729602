import type { Clocks } from './clock.ts'

/** Work that waits for an organisation's time. It answers how much it did, and may run twice at once without harm. */
export type DueJob = { name: string; everyMs: number; run: (clocks: Clocks) => Promise<number> }
