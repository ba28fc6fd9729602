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
  const { connectTimeoutMs = 10_000, applicationName = 'grandstand' } = options
  const place = toClientConfig(parse(url, { useLibpqCompat: !url.includes('uselibpqcompat') }))
  return {
    ...place,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    types,
  }
}

/** Said on each connection before anything else, and not while it is opened: PgBouncer refuses that, or loses it in silence. */
export function openingStatement({ statementTimeoutMs = 30_000 }: ClientOptions): string {
  const settings = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 60_000,
    TimeZone: 'UTC',
    DateStyle: 'ISO,YMD',
    ...onCluster,
  }
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  return `select ${calls.join(', ')}`
}
