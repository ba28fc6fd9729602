import type { ClockOffsets } from '../../platform/values/clock.ts'

/** What this process knows of moved clocks, which its `Clock` reads. */
export type ClockDeps = { offsets: ClockOffsets }
