import { totalmem } from 'node:os'

const MIB = 1024 * 1024

/** What a container may use, where it has a limit, else what the machine has. */
export function memoryBytes(): number {
  const limit = process.constrainedMemory() ?? 0
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** For a laptop and a box of two cores that also run everything else; a machine of its own deserves DATABASE_URL. */
export function serverSettings(options: {
  port: number
  durable: boolean
  memory?: number
  settings?: Record<string, string>
}): string[] {
  const { port, durable, memory = memoryBytes(), settings = {} } = options
  const mib = (bytes: number) => `${Math.floor(bytes / MIB)}MB`
  const values: Record<string, string> = {
    max_connections: '100',
    shared_buffers: mib(Math.min(256 * MIB, Math.max(16 * MIB, memory / 8))),
    effective_cache_size: mib(Math.max(64 * MIB, memory / 2)),
    maintenance_work_mem: mib(Math.min(128 * MIB, Math.max(16 * MIB, memory / 16))),
    work_mem: '8MB',
    // The planner's default price of a random read is that of a spinning disk.
    random_page_cost: '1.1',
    // Our statements are short: compiling them costs more than it gives.
    jit: 'off',
    // Room for a bulk load between two checkpoints; their interval stays short, so that recovery after a crash does too.
    max_wal_size: '2GB',
    max_logical_replication_workers: '0',
    // Errors and statements carry fans' names and addresses; whoever sent the statement gets its error anyway.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_autovacuum_min_duration: '-1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'grandstand',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
