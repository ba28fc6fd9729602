import { connect, type Socket } from 'node:net'
import type { Sql as DriverSql, Fragment, TransactionSql } from 'postgres'
import { postgres } from './driver.ts'
import { mendBegin } from './transaction.ts'

export type Sql = DriverSql<{ bigint: number }>
export type Tx = TransactionSql<{ bigint: number }>
/** Either the pool or a transaction: what a query function needs. */
export type Db = Sql | Tx

/** Identity columns and minor-unit sums stay far below 2^53; a value beyond it is a bug, not something to round. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`)
  return value
}

export type DatabaseOptions = {
  poolSize?: number
  /** Statements that run longer are cancelled; the streamed list opens a connection of its own. */
  statementTimeoutMs?: number
  applicationName?: string
  debug?: (connection: number, query: string, parameters: unknown[]) => void
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Sql {
  const { poolSize = 10, statementTimeoutMs = 30_000, applicationName = 'grandstand', debug } = options
  const sql = postgres(url, {
    max: poolSize,
    connect_timeout: 10,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    // Taken by the driver, though its types do not know it.
    ...({ socket: dial() } as object),
    ...(debug ? { debug } : {}),
    types: {
      bigint: { to: 20, from: [20], parse: parseBigint, serialize: (value: number) => String(value) },
    },
    connection: {
      application_name: applicationName,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      DateStyle: 'ISO, YMD',
    },
  })
  return mendBegin(sql)
}

type Target = { host: string[]; port: number[]; path?: string }

/**
 * The driver's own sockets wait for more to send (Nagle), which costs a COPY 90 ms at its end. The socket is handed over
 * while it still connects: what is written waits for it, and a failure takes the driver's ordinary way.
 */
function dial() {
  let turn = 0
  return ({ host, port, path }: Target): Socket => {
    if (path) return connect(path)
    const next = turn++ % host.length
    const socket = connect({ host: host[next] ?? 'localhost', port: port[next] ?? 5432, noDelay: true })
    return Object.assign(socket, { host: host[next] })
  }
}

/** An absent filter is absent: `${when(sql, filters.since, (since) => sql`and changed_at > ${since}`)}`. */
export function when<T>(sql: Db, value: T | undefined, fragment: (value: T) => Fragment): Fragment {
  return value === undefined ? sql`` : fragment(value)
}
