import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from 'pg'
import { type ConnectionSettings, DatabaseConnection } from './connection.ts'
import { ConnectionError, PostgresError } from './errors.ts'
import type { Sendable, Session, Written } from './sql.ts'

type Taker = {
  /** Has the connection to itself until it gives it back. */
  isAlone: boolean
  use: (connection: DatabaseConnection) => void
  refuse: (error: Error) => void
}

/** So many statements may wait for their answers on one shared connection. */
const PENDING_MAX = 100

/**
 * Connections, opened as they are needed and kept. A statement by itself goes to one that is idle, else to a new one, and when
 * there are as many as there may be, behind the statements of others on the one that has the fewest. A lost connection is
 * forgotten, and the next who needs one opens another. One that has been idle for so long, where that is said, is closed.
 */
export class Pool implements Session {
  readonly #settings: ConnectionSettings
  readonly #size: number
  readonly #idleMs: number | undefined
  /** The one that was used last is last. */
  readonly #idle: DatabaseConnection[] = []
  readonly #shared = new Set<DatabaseConnection>()
  readonly #all = new Set<DatabaseConnection>()
  readonly #waiting: Taker[] = []
  #opening = 0
  #ended: (() => void) | undefined

  constructor(settings: ConnectionSettings, size: number, idleMs?: number) {
    this.#settings = settings
    this.#size = size
    this.#idleMs = idleMs
  }

  /** The metrics of the process report these counts. */
  get connections(): { open: number; idle: number; waiting: number } {
    return { open: this.#all.size, idle: this.#idle.length, waiting: this.#waiting.length }
  }

  async send(statement: Written): Promise<unknown> {
    const sendable = statement.write()
    try {
      return await this.#sendAnywhere(sendable)
    } catch (error) {
      if (!isOutdated(error)) throw error
      this.#settings.names.delete(sendable.text)
      return this.#sendAnywhere(sendable)
    }
  }

  #sendAnywhere(sendable: Sendable): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const use = (connection: DatabaseConnection) => connection.send(sendable).then(resolve, reject)
      this.#lend({ isAlone: false, use, refuse: reject })
    })
  }

  async alone<T>(statement: Written, work: (client: Client) => Promise<T>): Promise<T> {
    const sendable = statement.write()
    const connection = await this.take()
    try {
      return await connection.alone(sendable, work)
    } finally {
      this.giveBack(connection)
    }
  }

  /** A connection for one taker alone until it is given back; statements of others may still be under way on it. */
  take(): Promise<DatabaseConnection> {
    return new Promise((use, refuse) => this.#lend({ isAlone: true, use, refuse }))
  }

  giveBack(connection: DatabaseConnection): void {
    connection.onLost = () => this.#forget(connection)
    if (connection.isLost) this.#forget(connection)
    else if (connection.pending > 0) this.#share(connection)
    else this.#free(connection)
  }

  /** Waits for what is under way, and no longer than this. */
  async end(timeoutMs: number | undefined): Promise<void> {
    if (this.#ended) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = resolve
    for (const connection of [...this.#idle]) this.#close(connection)
    if (this.#all.size === 0) return
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#destroy(), timeoutMs)
    await promise
    clearTimeout(timer)
  }

  #lend(taker: Taker): void {
    if (this.#ended) {
      taker.refuse(new ConnectionError('CONNECTION_ENDED', 'the database was closed'))
    } else {
      this.#waiting.push(taker)
      this.#serve()
      // The one before hands the connection over: what is done with it belongs to this taker all the same.
      if (this.#waiting.at(-1) === taker) taker.use = AsyncLocalStorage.bind(taker.use)
    }
  }

  /** Who waits gets the first connection that is free, be it a new one or one that another taker has given back. */
  #serve(): void {
    for (let taker = this.#waiting[0]; taker; taker = this.#waiting[0]) {
      const connection = this.#idle.pop() ?? (this.#all.size < this.#size ? undefined : this.#leastBusy())
      if (!connection) break
      this.#waiting.shift()
      this.#hand(connection, taker)
    }
    while (this.#opening < this.#waiting.length && this.#all.size < this.#size) this.#open()
  }

  #hand(connection: DatabaseConnection, { isAlone, use }: Taker): void {
    clearTimeout(connection.idleTimer)
    if (isAlone) this.#shared.delete(connection)
    else this.#share(connection)
    use(connection)
  }

  #share(connection: DatabaseConnection): void {
    this.#shared.add(connection)
    connection.onFree = () => {
      if (this.#shared.delete(connection)) this.#free(connection)
    }
  }

  #leastBusy(): DatabaseConnection | undefined {
    let least: DatabaseConnection | undefined
    for (const connection of this.#shared) {
      if (connection.pending < (least?.pending ?? PENDING_MAX)) least = connection
    }
    return least
  }

  #open(): void {
    const connection = new DatabaseConnection(this.#settings)
    this.#all.add(connection)
    this.#opening += 1
    const opened = () => {
      this.#opening -= 1
      connection.onLost = () => this.#forget(connection)
      this.#free(connection)
    }
    const failed = (error: Error) => {
      this.#opening -= 1
      this.#waiting.shift()?.refuse(error)
      this.#forget(connection)
    }
    connection.open().then(opened, failed)
  }

  #free(connection: DatabaseConnection): void {
    if (connection.isLost) {
      this.#forget(connection)
    } else if (connection.isWorn || (this.#ended && this.#waiting.length === 0)) {
      this.#close(connection)
    } else {
      this.#idle.push(connection)
      if (this.#idleMs) connection.idleTimer = setTimeout(() => this.#close(connection), this.#idleMs).unref()
      this.#serve()
    }
  }

  #close(connection: DatabaseConnection): void {
    this.#unlist(connection)
    connection.onLost = () => {}
    // One that cannot be closed in good order is gone as well.
    connection
      .close()
      .catch(() => {})
      .finally(() => this.#forget(connection))
  }

  #unlist(connection: DatabaseConnection): void {
    clearTimeout(connection.idleTimer)
    const index = this.#idle.indexOf(connection)
    if (index >= 0) this.#idle.splice(index, 1)
    this.#shared.delete(connection)
  }

  #forget(connection: DatabaseConnection): void {
    this.#unlist(connection)
    this.#all.delete(connection)
    this.#serve()
    if (this.#all.size === 0) this.#ended?.()
  }

  #destroy(): void {
    const error = new ConnectionError('CONNECTION_DESTROYED', 'the database was closed')
    for (const { refuse } of this.#waiting.splice(0)) refuse(error)
    for (const connection of this.#all) {
      connection.destroy()
      this.#forget(connection)
    }
  }
}

/** The tables changed under a prepared statement: nothing was done, and it can be sent again. */
const isOutdated = (error: unknown): boolean =>
  error instanceof PostgresError && (error.code === '26000' || /^cached plan must not/.test(error.message))
