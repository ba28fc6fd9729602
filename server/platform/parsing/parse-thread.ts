import { Worker } from 'node:worker_threads'
import type { ParseAnswer, ParseTask, ThreadMessage } from './parse-worker.ts'

/** A whole statement of 6 million characters as a tree takes 150 MB. */
export const HEAP_MB_MAX = 256
const YOUNG_MB_MAX = 32
const STACK_MB_MAX = 4
const START_MS_MAX = 30_000

/** Why a thread ended in the middle of a file. */
export type ThreadEnd = 'time' | 'memory' | 'thread'

export class ThreadEnded extends Error {
  readonly limit: ThreadEnd

  constructor(limit: ThreadEnd, cause?: unknown) {
    super(`the thread that read a file has ended: ${limit}`, { cause })
    this.limit = limit
  }
}

/** A thread that reads one file at a time. Once it has failed it is over, and another takes its place. */
export class ParseThread {
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  #ended: ThreadEnded | undefined
  #settle: { resolve: (answer: ParseAnswer) => void; reject: (error: ThreadEnded) => void } | undefined

  constructor(heapMb: number) {
    this.#worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_MB_MAX,
        stackSizeMb: STACK_MB_MAX,
      },
      // Nothing that a stranger's text can get hold of knows the secret or the database.
      env: {},
      // Its output is the process's own. Read as streams of their own, they would keep the process from ending.
    })
    this.#worker.on('message', (message: ThreadMessage) => {
      if (message === 'ready') this.#ready.resolve()
      else this.#settle?.resolve(message)
    })
    this.#worker.on('error', (error) => this.#end(new ThreadEnded(isOutOfMemory(error) ? 'memory' : 'thread', error)))
    this.#worker.on('exit', () => this.#end(new ThreadEnded('thread')))
    this.#worker.unref()
  }

  get isOver(): boolean {
    return this.#ended !== undefined
  }

  /** Fails by ThreadEnded. The process stays for an answer that it waits for. */
  async run(task: ParseTask, timeoutMs: number): Promise<ParseAnswer> {
    if (this.#ended) throw this.#ended
    const { promise, resolve, reject } = Promise.withResolvers<ParseAnswer>()
    this.#settle = { resolve, reject }
    this.#worker.ref()
    // A thread that starts slowly, on a busy machine, says nothing about the file.
    let timer = setTimeout(() => this.#end(new ThreadEnded('thread')), START_MS_MAX)
    try {
      await Promise.race([this.#ready.promise, promise])
      clearTimeout(timer)
      timer = setTimeout(() => this.#end(new ThreadEnded('time')), timeoutMs)
      this.#worker.postMessage(task)
      return await promise
    } finally {
      clearTimeout(timer)
      this.#settle = undefined
      this.#worker.unref()
    }
  }

  async stop(): Promise<void> {
    this.#end(new ThreadEnded('thread'))
    await this.#worker.terminate()
  }

  #end(error: ThreadEnded): void {
    if (this.#ended) return
    this.#ended = error
    this.#settle?.reject(error)
    // Never rejects: a thread that is over already has ended, too.
    void this.#worker.terminate()
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
