import type { Socket } from 'node:net'
import type { LRUCache } from 'lru-cache'
import pg from 'pg'
import { ConnectionError, isLast, toConnectError, toError } from './errors.ts'
import type { Observer } from './observer.ts'
import type { AnswerRows, AnyRow, Sendable } from './sql.ts'

export type ConnectionSettings = {
  client: pg.ClientConfig
  /** Sent before all else. */
  opening: string
  /** Statements are sent without waiting for the answers to those before them. */
  pipeline: boolean
  socket: () => Socket
  /** Of prepared statements, by their text: one that is sent again is neither parsed nor, as a rule, planned again. */
  names: LRUCache<string, string>
  onClosed: () => void
  observe: Observer
}

/** So many a connection keeps; PostgreSQL holds each of them in memory. */
const PREPARED_MAX = 5_000
const HAS_PLAN = /^\s*(select|insert|update|delete|with|merge|values)\b/i

/** One connection. It never ends the process: what it was doing when it was lost is refused, and so is all that comes after. */
export class DatabaseConnection {
  /** How many statements wait for their answers. */
  pending = 0
  /** Called when the last of them has come. */
  onFree: () => void = () => {}
  onLost: (error: Error) => void = () => {}
  /** Set by the pool while the connection is idle. */
  idleTimer: NodeJS.Timeout | undefined
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #settings: ConnectionSettings
  readonly #prepared = new Set<string>()
  readonly #preparing = new Set<string>()
  #lost: Error | undefined
  #isCorked = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(settings: ConnectionSettings) {
    this.#settings = settings
    this.#socket = settings.socket()
    this.#client = new pg.Client({ ...settings.client, pipeline: settings.pipeline, stream: () => this.#socket })
    this.#client.on('error', (error) => this.#lose(error))
    this.#client.on('end', () => {
      this.#lose(new Error('Connection terminated unexpectedly'))
      settings.onClosed()
    })
  }

  async open(): Promise<void> {
    try {
      await this.#client.connect()
      const { opening: text, client } = this.#settings
      // The types do not know that a statement may have a limit of its own.
      await this.#client.query({ text, query_timeout: client.connectionTimeoutMillis } as pg.QueryConfig)
    } catch (error) {
      this.#socket.destroy()
      throw toConnectError(error)
    }
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Has prepared so many statements that a new connection is better. */
  get isWorn(): boolean {
    return this.#prepared.size >= PREPARED_MAX
  }

  onNotification(hear: (channel: string, payload: string) => void): void {
    this.#client.on('notification', ({ channel, payload = '' }) => hear(channel, payload))
  }

  send(statement: Sendable): Promise<AnswerRows<AnyRow[]>> {
    if (this.#settings.pipeline) return this.#post(statement)
    return this.#inTurn(() => this.#post(statement))
  }

  /** For what a pipeline cannot do. Nothing else is sent until it is over. */
  alone<T>({ text, values }: Sendable, work: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#settings.pipeline) return Promise.reject(new Error('copy and cursors need a connection of sql.plain'))
    return this.#inTurn(async () => {
      if (this.#lost) throw this.#lost
      const onAnswer = this.#settings.observe(text, values)
      try {
        const answer = await work(this.#client)
        onAnswer?.()
        return answer
      } catch (error) {
        onAnswer?.(error)
        throw this.#failed(error, text)
      }
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.pending += 1
    this.#turn = done.catch(() => {}).then(() => this.#answered())
    return done
  }

  #post({ text, values, isKept }: Sendable): Promise<AnswerRows<AnyRow[]>> {
    if (this.#lost) return Promise.reject(this.#lost)
    const onAnswer = this.#settings.observe(text, values)
    const name = isKept && HAS_PLAN.test(text) ? this.#nameOf(text) : undefined
    this.#gather()
    this.pending += 1
    return new Promise((resolve, reject) => {
      const settle = (error: unknown, result: pg.QueryResult) => {
        if (name !== undefined) this.#learn(name)
        onAnswer?.(error ?? undefined)
        if (error) reject(this.#failed(error, text))
        else resolve(answerOf(result))
        this.#answered()
      }
      this.#client.query(new pg.Query({ text, values, name }, settle))
    })
  }

  /** Undefined while the first one with this name is under way: if that one cannot be parsed, the others must not depend on it. */
  #nameOf(text: string): string | undefined {
    const { names } = this.#settings
    let name = names.get(text)
    if (name === undefined) {
      name = `s${(nextName++).toString(36)}`
      names.set(text, name)
    }
    if (this.#prepared.has(name)) return name
    if (this.#preparing.has(name)) return undefined
    this.#preparing.add(name)
    return name
  }

  #learn(name: string): void {
    if (this.#preparing.delete(name)) this.#prepared.add(name)
  }

  #answered(): void {
    this.pending -= 1
    if (this.pending === 0) this.onFree()
  }

  #failed(error: unknown, text: string): Error {
    if (isLast(error)) this.#lose(error)
    const failure = toError(error, text)
    return failure instanceof ConnectionError ? (this.#lost ?? failure) : failure
  }

  /** What is sent in one turn of the loop leaves in one packet: a transaction's begin with its first statements. */
  #gather(): void {
    if (this.#isCorked || !this.#settings.pipeline) return
    this.#isCorked = true
    this.#socket.cork()
    setImmediate(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  #lose(error: unknown): void {
    if (this.#lost) return
    this.#lost = toError(error)
    this.onLost(this.#lost)
  }

  /** Says goodbye; for a connection on which nothing waits. */
  async close(): Promise<void> {
    this.#lost ??= new ConnectionError('CONNECTION_ENDED', 'the database was closed')
    await this.#client.end()
  }

  destroy(): void {
    this.#lose(new ConnectionError('CONNECTION_DESTROYED', 'the database was closed'))
    this.#socket.destroy()
  }
}

let nextName = 0

/** Of several statements in one text, the answer to the last. */
function answerOf(result: pg.QueryResult | pg.QueryResult[]): AnswerRows<AnyRow[]> {
  const { rows, rowCount, command } = Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result
  return Object.assign(rows, { count: rowCount ?? 0, command })
}
