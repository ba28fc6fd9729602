import { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { type ClientOptions, clientConfig, openingStatement } from './client-config.ts'
import type { ConnectionSettings, DatabaseConnection } from './connection.ts'
import { type Listening, listenOn } from './listen.ts'
import { type Observer, observeWith } from './observer.ts'
import { Pool } from './pool.ts'
import { Fragment, type Session, type Tag, tagOf } from './sql.ts'
import { type TransactionResult, type Tx, transact, type Work } from './transact.ts'

export type { Observer } from './observer.ts'
export type { Tx } from './transact.ts'

/** Either the pool or a transaction: what a query function needs. */
export type Db = Tag

type Mode = 'read only' | 'isolation level repeatable read read only'

type Transactions = {
  begin<T>(work: Work<T>): TransactionResult<T>
  begin<T>(mode: Mode, work: Work<T>): TransactionResult<T>
  /** A connection for this caller alone until it is released. */
  reserve(): Promise<Reserved>
}
export type Reserved = Tag & { release(): void }

export type Sql = Tag &
  Transactions & {
    readonly poolSize: number
    /** How many connections of the pool are open and idle, and how many wait for one. */
    connections(): { open: number; idle: number; waiting: number }
    /** The same database over connections without a pipeline, for transactions that copy or read by a cursor. */
    readonly plain: Tag & Transactions
    /**
     * Reads one block of a long answer. Whole lists, exports and manifests read block after block, for as long as there are
     * readers; they queue for the plain connections, which nothing else uses, so that a sale always finds its own.
     */
    readLong<T>(read: (tx: Tx) => Promise<T>): Promise<T>
    listen(channel: string, hear: (payload: string) => void): Promise<Listening>
    /** Waits for what is under way; after so many seconds it is cut off. */
    end(options?: { timeout?: number }): Promise<void>
    /** Tells of every statement that is sent, until the function that it answers with is called. */
    observe(observer: Observer): () => void
  }

export type DatabaseOptions = ClientOptions & {
  poolSize?: number
  observer?: Observer
  /** Called whenever a connection is gone, closed or lost. */
  onClosed?: () => void
  /** Not connected yet. */
  socket?: () => Socket
}

/** Copies, cursors and long reads have so many connections between them, beside the pool. */
export const plainSizeOf = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 3))

/** They are needed now and then, and are not kept. */
const PLAIN_IDLE_MS = 10_000

/** Prepared statements; the program has some hundreds. */
const NAMES_MAX = 2_000

export function openDatabase(url: string, options: DatabaseOptions = {}): Sql {
  const { poolSize = 10, socket = () => new Socket(), onClosed = () => {} } = options
  const observers = new Set(options.observer ? [options.observer] : [])
  const shared = {
    client: clientConfig(url, options),
    opening: openingStatement(options),
    socket,
    onClosed,
    names: new LRUCache<string, string>({ max: NAMES_MAX }),
    observe: observeWith(observers),
  }
  const pipelined: ConnectionSettings = { ...shared, pipeline: true }
  const pool = new Pool(pipelined, poolSize)
  const plain = new Pool({ ...shared, pipeline: false }, plainSizeOf(poolSize), PLAIN_IDLE_MS)
  const listenings: Listening[] = []
  let ended: Promise<unknown> | undefined
  const plainDb = transactionsOn(plain, plain)
  return Object.assign(transactionsOn(pool, plain), {
    poolSize,
    connections: () => pool.connections,
    plain: plainDb,
    readLong: <T>(read: (tx: Tx) => Promise<T>) => plainDb.begin('read only', read) as Promise<T>,
    async listen(channel: string, hear: (payload: string) => void) {
      const listening = await listenOn(pipelined, channel, hear)
      listenings.push(listening)
      return listening
    },
    async end({ timeout }: { timeout?: number } = {}) {
      const timeoutMs = timeout === undefined ? undefined : timeout * 1000
      ended ??= Promise.all([
        pool.end(timeoutMs),
        plain.end(timeoutMs),
        ...listenings.map((listening) => listening.unlisten()),
      ])
      await ended
    },
    observe(observer: Observer) {
      observers.add(observer)
      return () => void observers.delete(observer)
    },
  })
}

function transactionsOn(pool: Pool, plain: Pool): Tag & Transactions {
  const tag = tagOf({
    send: (statement) => pool.send(statement),
    alone: (statement, work) => plain.alone(statement, work),
  })
  const begin = <T>(...[first, second]: [Work<T>] | [Mode, Work<T>]) =>
    second ? transact(pool, `begin ${first}`, second) : transact(pool, 'begin', first as Work<T>)
  async function reserve(): Promise<Reserved> {
    const connection = await pool.take()
    return Object.assign(tagOf(sessionOn(connection)), { release: () => pool.giveBack(connection) })
  }
  return Object.assign(tag, { begin: begin as Transactions['begin'], reserve })
}

const sessionOn = (connection: DatabaseConnection): Session => ({
  send: async (statement) => connection.send(statement.write()),
  alone: async (statement, work) => connection.alone(statement.write(), work),
})

const NOTHING = new Fragment([''])

/** An absent filter is absent: `${when(sql, filters.since, (since) => sql`and changed_at > ${since}`)}`. */
export function when<T>(_sql: Db, value: T | undefined, fragment: (value: T) => Fragment): Fragment {
  return value === undefined ? NOTHING : fragment(value)
}
