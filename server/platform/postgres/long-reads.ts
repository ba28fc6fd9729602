import { perDatabase } from '../process/per-database.ts'
import { createTurns, type Turns } from '../process/turns.ts'
import { plainSizeOf, type Sql, type Tx } from './database.ts'

/** Reads one block of a long answer. */
export type LongRead = <T>(read: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Whole lists, exports and manifests read block after block, for as long as there are readers. They take turns at connections
 * that nothing else uses, so that a sale always finds its own.
 */
export const longReadsOf = perDatabase((sql: Sql): LongRead => {
  const turns = createTurns(plainSizeOf(sql.poolSize))
  return (read) => readAlone(sql.plain, turns, 'block', read)
})

/**
 * Takes a turn, and a connection that nobody else has meanwhile. Outside of a transaction statements of others go down a busy
 * connection too, and a sale would wait behind what is read there.
 */
export async function readAlone<T>(
  sql: Pick<Sql, 'begin'>,
  turns: Turns,
  name: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const end = await turns.take(name)
  try {
    return (await sql.begin('read only', read)) as T
  } finally {
    end()
  }
}
