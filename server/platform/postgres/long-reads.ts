import { perDatabase } from '../process/per-database.ts'
import { createTurns, type Turns } from '../process/turns.ts'
import type { Sql, Tx } from './database.ts'

/** Reads one block of a long answer. */
export type LongRead = <T>(read: (tx: Tx) => Promise<T>) => Promise<T>

/** The part of the pool that long answers have between them, whatever their number. */
const SHARE = 1 / 3

/**
 * Whole lists, exports and manifests read block after block, for as long as there are readers. They take turns at a third of
 * the connections, so that a sale always finds the others; a pool of two leaves it one.
 */
export const longReadsOf = perDatabase((sql: Sql): LongRead => {
  const turns = createTurns(Math.max(1, Math.floor(sql.options.max * SHARE)))
  return (read) => readAlone(sql, turns, 'block', read)
})

/**
 * Takes a turn, and a connection that nobody else has meanwhile. Outside of a transaction the driver sends statements of
 * others down a busy connection too, and a sale would wait behind what is read there.
 */
export async function readAlone<T>(sql: Sql, turns: Turns, name: string, read: (tx: Tx) => Promise<T>): Promise<T> {
  const end = await turns.take(name)
  try {
    return (await sql.begin('read only', read)) as T
  } finally {
    end()
  }
}
