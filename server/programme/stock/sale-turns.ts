import { perDatabase } from '../../platform/process/per-database.ts'
import { createTurns } from '../../platform/process/turns.ts'

/**
 * Opening, adding, starting and confirming take turns: an organisation has two batches under way in a process, of whatever
 * kind. While PostgreSQL works on them the next ones grow, and a large batch costs little more than a small one; with one
 * alone, PostgreSQL would wait for this process between two.
 */
const AT_ONCE = 2

export const saleTurnsOf = perDatabase(() => createTurns(AT_ONCE))
