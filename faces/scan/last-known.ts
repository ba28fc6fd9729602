import type { Occupancy } from '@grandstand/sdk'
import { disk } from './database.ts'
import { stores } from './disk.ts'

/** How many people were inside when the service was last reached: numbers and places, and no names. */
export type LastKnown = { orgId: string; eventId: string; title: string; occupancy: Occupancy; at: number }

const KEY = 'occupancy'

export const keepLastKnown = (known: LastKnown): Promise<void> =>
  disk.write([stores.kept], (shelf) => shelf('kept').put(known, KEY))

export const recallLastKnown = (): Promise<LastKnown | undefined> => disk.read<LastKnown>(stores.kept, KEY)

/** When the supervisor signs out: the phone may go to another person. */
export const forgetLastKnown = (): Promise<void> => disk.write([stores.kept], (shelf) => shelf('kept').delete(KEY))
