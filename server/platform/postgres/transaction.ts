import type { Sql, Tx } from './database.ts'

type Work = (tx: Tx) => unknown
type Statement = Promise<unknown> & { handler: Send; reject(error: unknown): void }
type Send = ((statement: Statement) => unknown) & { debug?: unknown }
/** The connection under a transaction: what waits for an answer on it and, once it is lost, why. */
type Line = { waiting: Set<Statement>; lost?: unknown }

/**
 * Mends `begin` of postgres.js: when a connection breaks in the middle of a transaction, it writes its rollback to a socket
 * that is gone, and so ends the whole process (porsager/postgres#1208). Here nothing more is said on a connection once it
 * is lost. The database has rolled back by itself, and `begin` hears of the loss from the connection.
 */
export function mendBegin(sql: Sql): Sql {
  const begin = sql.begin as (...parts: unknown[]) => Promise<unknown>
  const mended = (...parts: unknown[]) => {
    const line: Line = { waiting: new Set() }
    const running = begin(...parts.slice(0, -1), shielded(line, parts.at(-1) as Work))
    // Lost between two statements: the next one must not go to the connection that takes its place.
    running.catch((error: unknown) => isLoss(error) && lose(line, error))
    return running
  }
  return Object.assign(sql, { begin: mended as Sql['begin'] })
}

/** Work that never ends once the connection is lost, so that nobody tries to commit or to undo it. */
const shielded = (line: Line, work: Work) => async (tx: Tx) => {
  try {
    const made = work(watched(line, tx))
    const result = await (Array.isArray(made) ? Promise.all(made) : made)
    if (line.lost === undefined) return result
  } catch (error) {
    if (line.lost === undefined && !isLoss(error)) throw error
  }
  return new Promise(() => {})
}

/** The transaction, with every statement that it makes guarded. */
const watched = (line: Line, tx: Tx): Tx =>
  new Proxy(tx, {
    apply: (sql, self, parts) => guarded(line, Reflect.apply(sql as unknown as () => unknown, self, parts)),
    get(sql, name) {
      if (name === 'unsafe') return (...parts: Parameters<Tx['unsafe']>) => guarded(line, sql.unsafe(...parts))
      if (name === 'savepoint') return (work: Work) => sql.savepoint(shielded(line, work))
      return Reflect.get(sql, name)
    },
  })

/**
 * Lets a statement through while the connection is there, and ends all that wait once it is lost. A list of columns or
 * values is no statement, and a fragment is one that is never sent.
 */
function guarded(line: Line, made: unknown): unknown {
  if (!(made instanceof Promise)) return made
  const statement = made as Statement
  const send = statement.handler
  const sendGuarded: Send = (sent) => {
    if (line.lost !== undefined) return sent.reject(line.lost)
    line.waiting.add(sent)
    const forget = () => line.waiting.delete(sent)
    sent.then(forget, (error: unknown) => {
      forget()
      if (isLoss(error)) lose(line, error)
    })
    return send(sent)
  }
  statement.handler = Object.assign(sendGuarded, { debug: send.debug })
  return statement
}

function lose(line: Line, error: unknown): void {
  line.lost ??= error
  for (const statement of line.waiting) statement.reject(error)
}

const LOSSES = new Set(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT'])

const isLoss = (error: unknown): boolean =>
  error instanceof Error && ('syscall' in error || LOSSES.has(String((error as { code?: unknown }).code)))
