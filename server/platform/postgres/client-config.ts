import type pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { types } from './values.ts'

export type ClientOptions = {
  /** Statements that run longer are cancelled. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  applicationName?: string
}

/** What each connection is opened with. The URL says where, with the meaning of `sslmode` that psql has. */
export function clientConfig(url: string, options: ClientOptions): pg.ClientConfig {
  const { statementTimeoutMs = 30_000, connectTimeoutMs = 10_000, applicationName = 'grandstand' } = options
  const place = toClientConfig(parse(url, { useLibpqCompat: !url.includes('uselibpqcompat') }))
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    TimeZone: 'UTC',
    DateStyle: 'ISO,YMD',
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return {
    ...place,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    options: [place.options ?? [], flags].flat().join(' '),
    types,
  }
}
