import postgres from 'postgres'
import type { Sql } from '../../../platform/postgres/database.ts'
import { type Done, recordAttempts } from './record-attempts.ts'

/**
 * Writes results together, as long as they can be. What the database refuses for what it says would be refused for ever, and
 * everybody's results with it: then each is written by itself, and the one that cannot be is marked as an answer that nobody
 * can read. Any other failure is thrown, to be tried again.
 */
export async function recordEach(sql: Sql, done: Done[], onRefused: (error: unknown) => void): Promise<void> {
  try {
    await recordAttempts(sql, done)
  } catch (error) {
    if (!isRefusal(error)) throw error
    onRefused(error)
    for (const one of done) await recordOne(sql, one)
  }
}

async function recordOne(sql: Sql, one: Done): Promise<void> {
  try {
    await recordAttempts(sql, [one])
  } catch (error) {
    if (!isRefusal(error)) throw error
    await recordAttempts(sql, [{ ...one, attempt: unreadable(one.attempt) }])
  }
}

/** Nothing in it comes from the receiver. */
const unreadable = (attempt: Done['attempt']): Done['attempt'] => ({
  ...attempt,
  status: null,
  errorCode: 'answer_malformed',
  responseStart: null,
})

/** Classes 22 and 23 of SQLSTATE: the data is at fault, not the moment. */
const isRefusal = (error: unknown): boolean => error instanceof postgres.PostgresError && /^2[23]/.test(error.code)
