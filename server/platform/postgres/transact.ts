import type { Client } from 'pg'
import type { DatabaseConnection } from './connection.ts'
import { PostgresError } from './errors.ts'
import type { Pool } from './pool.ts'
import { type AnswerRows, type Session, type Statement, type Tag, tagOf, type Written } from './sql.ts'

/** Several statements may be answered as a list. */
export type Work<T> = (tx: Tx) => T

/** The result of a transaction, returned once it is committed. */
export type TransactionResult<T> = Promise<
  T extends readonly unknown[] ? { [Index in keyof T]: Awaited<T[Index]> } : Awaited<T>
>

export type Tx = Tag & {
  /** Undone by itself when its work fails. */
  savepoint<T>(work: Work<T>): TransactionResult<T>
  /**
   * Sends the last statements with the commit right behind them: whatever they lock is not kept locked while this process gets
   * round to their answers. If one of them fails, that commit undoes all. Nothing can be sent after it.
   */
  commit(last: readonly Statement<unknown>[]): Promise<void>
}

/** Does the work in the transaction that the caller is in already, or in one of its own. */
export const inTransaction = async <T>(
  sql: Tx | { begin(work: (tx: Tx) => Promise<T>): TransactionResult<Promise<T>> },
  work: (tx: Tx) => Promise<T>,
): Promise<T> => ('begin' in sql ? ((await sql.begin(work)) as T) : work(sql))

/** The statements of a transaction, or of a savepoint within it. */
class Scope implements Session {
  /** The first that failed: those behind it were refused because of it. */
  failure: unknown
  isOver = false
  /** Of the savepoints so far, those within others too. */
  readonly savepoints: { count: number }
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection, savepoints = { count: 0 }) {
    this.#connection = connection
    this.savepoints = savepoints
  }

  send(statement: Written): Promise<unknown> {
    return this.#note(() => this.#connection.send(statement.write()))
  }

  alone<T>(statement: Written, work: (client: Client) => Promise<T>): Promise<T> {
    return this.#note(() => this.#connection.alone(statement.write(), work))
  }

  /** Undoes what was done since, and refuses further statements. What cannot be undone has gone with its connection. */
  async undo(text: string): Promise<void> {
    this.isOver = true
    await this.#connection.send({ text, values: [], isKept: false }).catch(() => {})
  }

  inner(): Scope {
    this.savepoints.count += 1
    return new Scope(this.#connection, this.savepoints)
  }

  /** A failure is the transaction's to tell, whether or not this statement is awaited. */
  #note<T>(send: () => Promise<T>): Promise<T> {
    const answer = this.isOver
      ? Promise.reject(new Error('a statement came after the end of its transaction'))
      : tried(send)
    answer.catch((error: unknown) => {
      this.failure ??= error
    })
    return answer
  }
}

async function tried<T>(send: () => Promise<T>): Promise<T> {
  return send()
}

const command = (text: string): Written => ({ write: () => ({ text, values: [], isKept: false }) })

/** The first statements leave with the `begin`, whose answer is not waited for. */
export async function transact<T>(pool: Pool, begin: string, work: Work<T>): Promise<Awaited<T>> {
  const connection = await pool.take()
  const scope = new Scope(connection)
  try {
    return await unlessLost(connection, run(scope, begin, work))
  } finally {
    scope.isOver = true
    pool.giveBack(connection)
  }
}

/** The database undoes by itself what a lost connection did. The caller does not wait for work that may never hear of the loss. */
const unlessLost = <T>(connection: DatabaseConnection, running: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    connection.onLost = reject
    running.then(resolve, reject)
  })

async function run<T>(scope: Scope, begin: string, work: Work<T>): Promise<Awaited<T>> {
  // Its failure is the transaction's to tell.
  void scope.send(command(begin))
  let committed: Promise<void> | undefined
  const commit = (last: readonly Statement<unknown>[]) => {
    committed ??= commitWith(scope, last)
    return committed
  }
  try {
    const result = await resultOf(work(txOf(scope, commit)))
    await commit([])
    return result
  } catch (error) {
    if (!scope.isOver) await scope.undo('rollback')
    throw causeOf(error, scope)
  }
}

async function commitWith(scope: Scope, last: readonly Statement<unknown>[]): Promise<void> {
  if (scope.failure !== undefined) throw scope.failure
  // A value that cannot be sent is found before anything is: the database would commit everything but its statement.
  for (const statement of last) statement.write()
  const sent = last.map((statement) => statement.execute())
  const commit = scope.send(command('commit')) as Promise<AnswerRows<[]>>
  scope.isOver = true
  // The commit, which then undoes all, is waited for, so that locks are free when the caller hears of the failure.
  await Promise.allSettled([commit, ...sent])
  if (scope.failure !== undefined) throw scope.failure
  const answer = await commit
  if (answer.command !== 'COMMIT') throw new Error('a transaction was undone, and none of its statements said why')
}

function txOf(scope: Scope, commit: Tx['commit']): Tx {
  const savepoint = <T>(work: Work<T>) => runSavepoint(scope.inner(), work)
  return Object.assign(tagOf(scope), { savepoint: savepoint as Tx['savepoint'], commit })
}

async function runSavepoint<T>(scope: Scope, work: Work<T>): Promise<Awaited<T>> {
  const name = `s${scope.savepoints.count}`
  // Its failure is the transaction's to tell.
  void scope.send(command(`savepoint ${name}`))
  const commit = () => Promise.reject(new Error('a savepoint cannot commit'))
  try {
    const result = await resultOf(work(txOf(scope, commit)))
    if (scope.failure !== undefined) throw scope.failure
    return result
  } catch (error) {
    await scope.undo(`rollback to savepoint ${name}`)
    throw causeOf(error, scope)
  }
}

const resultOf = async <T>(work: T): Promise<Awaited<T>> =>
  (Array.isArray(work) ? await Promise.all(work) : await work) as Awaited<T>

const REFUSED = '25P02'

/** A statement that was refused because of an earlier one says nothing; that one does. */
const causeOf = (error: unknown, { failure }: Scope): unknown =>
  error instanceof PostgresError && error.code === REFUSED ? (failure ?? error) : error
