import pg from 'pg'

/** What PostgreSQL refused, and in which statement. The values of the statement are not kept: they may be personal data. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError'
  readonly code: string
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly table_name: string | undefined
  readonly column_name: string | undefined
  readonly constraint_name: string | undefined
  readonly query: string | undefined

  constructor(error: pg.DatabaseError, query?: string) {
    super(ofTable(error.message))
    this.code = codeOf(error)
    this.severity = error.severity
    this.detail = error.detail === undefined ? undefined : ofTable(error.detail)
    this.table_name = error.table === undefined ? undefined : ofTable(error.table)
    this.column_name = error.column
    this.constraint_name = constraintOf(error)
    this.query = query
  }
}

/** Citus passes some of what another node said on without its code, as if it had failed inside: what a `copy` to a shard met. */
const INTERNAL = 'XX000'
const LOST = '08006'
const CODES: [says: RegExp, code: string][] = [
  [/ violates unique constraint /, '23505'],
  [/ violates foreign key constraint /, '23503'],
  [/ violates check constraint /, '23514'],
  [/ violates not-null constraint/, '23502'],
  [/^deadlock detected/, '40P01'],
  [/^canceling statement due to lock timeout/, '55P03'],
  [/^canceling statement due to /, '57014'],
  // The connection between two nodes, and what was done over it.
  [/^failure on connection marked as essential/, LOST],
  [/^could not commit transaction for shard /, LOST],
  [/^(FATAL: +)?terminating connection /, LOST],
  [/^(server closed the connection|connection not open|no connection to the server)/, LOST],
  [/^(could not (send|receive) data|SSL (connection|SYSCALL|error)|lost synchronization)/, LOST],
  [/^postmaster was shut down/, LOST],
]

const codeOf = ({ code = '', message }: pg.DatabaseError): string =>
  code === INTERNAL ? (CODES.find(([says]) => says.test(message))?.[1] ?? code) : code

/** On a Citus cluster the shards refuse, whose names are those of the tables and constraints with a number behind. */
const ofTable = (text: string): string => text.replaceAll(/\b([a-z]+(?:_[a-z]+)*)_[0-9]{6,}\b/g, '$1')

/** What another node refused arrives without this field; its sentence has the name. */
function constraintOf(error: pg.DatabaseError): string | undefined {
  const { constraint, message } = error
  const name = constraint ?? (codeOf(error).startsWith('23') ? / constraint "([^"]+)"/.exec(message)?.[1] : undefined)
  return name === undefined ? undefined : ofTable(name)
}

export type LossCode = 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED' | 'CONNECTION_DESTROYED' | 'CONNECTION_ENDED'

/** The way to the database is gone: what was under way may or may not have been done. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: LossCode

  constructor(code: LossCode, message: string, cause?: unknown) {
    super(`${code}: ${message}`, { cause })
    this.code = code
  }
}

/** Our own mistake, found before anything was sent. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError'
  readonly code: 'UNDEFINED_VALUE' | 'INVALID_DATE'

  constructor(code: 'UNDEFINED_VALUE' | 'INVALID_DATE', message: string) {
    super(message)
    this.code = code
  }
}

/** A FATAL error is the last word of a connection, and says more about it than about the statement that happened to hear it. */
export const isLast = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** What went wrong on an open connection, in the words that the rest of the program knows. */
export function toError(error: unknown, query?: string): Error {
  if (isLast(error)) return new ConnectionError('CONNECTION_CLOSED', (error as Error).message, error)
  if (error instanceof pg.DatabaseError) return new PostgresError(error, query)
  if (!(error instanceof Error)) return new Error(String(error))
  // Of the socket: ECONNRESET, EPIPE.
  if ('syscall' in error || error instanceof ConnectionError) return error
  if (/^(Connection terminated|Client (has encountered|was closed))/.test(error.message)) {
    return new ConnectionError('CONNECTION_CLOSED', error.message, error)
  }
  return error
}

/** Why a connection could not be opened. */
export function toConnectError(error: unknown): Error {
  if (error instanceof pg.DatabaseError) return new PostgresError(error)
  if (error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)) {
    return new ConnectionError('CONNECT_TIMEOUT', 'the database does not answer', error)
  }
  return toError(error)
}
