import pg from 'pg'

/** What PostgreSQL refused, and in which statement. The values of the statement are not kept: they may be somebody's data. */
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

/** Of a connection from one node of a cluster to another that was lost in the middle, Citus says that it failed inside. */
const codeOf = ({ code = '', message }: pg.DatabaseError): string =>
  code === 'XX000' && message.startsWith('failure on connection marked as essential') ? '08006' : code

/** On a Citus cluster the shards refuse, whose names are those of the tables and constraints with a number behind. */
const ofTable = (text: string): string => text.replaceAll(/\b([a-z]+(?:_[a-z]+)*)_[0-9]{6,}\b/g, '$1')

/** What another node refused arrives without this field; its sentence has the name. */
function constraintOf({ constraint, code = '', message }: pg.DatabaseError): string | undefined {
  const name = constraint ?? (code.startsWith('23') ? / constraint "([^"]+)"/.exec(message)?.[1] : undefined)
  return name === undefined ? undefined : ofTable(name)
}

export type LossCode = 'CONNECT_TIMEOUT' | 'CONNECTION_CLOSED' | 'CONNECTION_DESTROYED' | 'CONNECTION_ENDED'

/** The way to the database is gone: nobody knows what became of that which was under way. */
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
  if (error instanceof Error && error.message === 'timeout expired') {
    return new ConnectionError('CONNECT_TIMEOUT', 'the database does not answer', error)
  }
  return toError(error)
}
