import type pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { types } from './values.ts'

export type ClientOptions = {
  /** Statements that run longer are cancelled. */
  statementTimeoutMs?: number
  connectTimeoutMs?: number
  applicationName?: string
}

/**
 * Read by Citus alone; to an ordinary PostgreSQL names with a dot in them mean nothing. A reference table may be written after
 * several shards were; `set local` holds on every node that the transaction reaches.
 */
const onCluster = {
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.propagate_set_commands': 'local',
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
    ...onCluster,
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
