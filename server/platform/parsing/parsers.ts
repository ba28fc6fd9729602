import { ApiError } from '../http/errors.ts'
import { UnreadableFile } from '../values/unreadable-file.ts'
import { HEAP_MB_MAX, ParseThread, ThreadEnded } from './parse-thread.ts'
import type { Parser } from './parser.ts'

/** The organisation by its id, or what else a file is from: the address of a picture, of an issuer. */
export type FileOwner = number | string

/** Reads what strangers wrote in threads, so that no file can stop the process. */
export type Parsers = {
  /** Fails by UnreadableFile, by `file_too_complex`, or by `service_unavailable` where too many wait. */
  read<Args extends unknown[], Result>(parser: Parser<Args, Result>, owner: FileOwner, ...args: Args): Promise<Result>
  /** Has a thread ready before the first file comes. */
  warm(): void
  close(): Promise<void>
}

export type ParserOptions = { threadsMax?: number; waitingMax?: number; waitingEachMax?: number; heapMb?: number }

/** Two, so that one slow file leaves a thread to the others. */
const THREADS_MAX = 2
const WAITING_MAX = 40
const WAITING_EACH_MAX = 4
/** As many owners are remembered by what their files cost. */
const OWNERS_MAX = 1_000

type Waiting = {
  owner: FileOwner
  parser: Parser<unknown[], unknown>
  args: unknown[]
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/**
 * An owner has one file in work at a time. Of those who wait the one comes first whose files have cost least of late, so that a club
 * whose files take seconds lets all others go before it.
 */
export function createParsers({
  threadsMax = THREADS_MAX,
  waitingMax = WAITING_MAX,
  waitingEachMax = WAITING_EACH_MAX,
  heapMb = HEAP_MB_MAX,
}: ParserOptions = {}): Parsers {
  const idle: ParseThread[] = []
  const threads = new Set<ParseThread>()
  const waiting: Waiting[] = []
  const inWork = new Set<FileOwner>()
  const costs = createCosts()
  let isClosed = false

  const threadFor = (): ParseThread | undefined => {
    for (let thread = idle.pop(); thread; thread = idle.pop()) {
      if (!thread.isOver) return thread
      threads.delete(thread)
    }
    if (threads.size >= threadsMax) return undefined
    const thread = new ParseThread(heapMb)
    threads.add(thread)
    return thread
  }

  const giveOut = () => {
    for (let next = nextOf(waiting, inWork, costs.of); next && !isClosed; next = nextOf(waiting, inWork, costs.of)) {
      const thread = threadFor()
      if (!thread) return
      waiting.splice(waiting.indexOf(next), 1)
      inWork.add(next.owner)
      // Never rejects: the caller is told whatever fails.
      void work(thread, next)
    }
  }

  const work = async (thread: ParseThread, { owner, parser, args, resolve, reject }: Waiting) => {
    const startedAt = performance.now()
    try {
      const answer = await thread.run({ file: parser.file, function: parser.function, args }, parser.timeoutMs)
      if ('result' in answer) resolve(answer.result)
      else if ('unreadable' in answer) reject(new UnreadableFile(answer.unreadable))
      else {
        // What it left behind in the thread is not known.
        await thread.stop()
        reject(new Error(`reading of ${parser.name} failed: ${answer.failed}`))
      }
    } catch (error) {
      reject(error instanceof ThreadEnded ? refusalOf(error) : error)
    } finally {
      costs.add(owner, performance.now() - startedAt)
      inWork.delete(owner)
      if (thread.isOver) threads.delete(thread)
      else idle.push(thread)
      giveOut()
    }
  }

  return {
    read<Args extends unknown[], Result>(parser: Parser<Args, Result>, owner: FileOwner, ...args: Args) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const ofOwner = waiting.filter((other) => other.owner === owner).length
      if (isClosed || waiting.length >= waitingMax || ofOwner >= waitingEachMax) return Promise.reject(tooMany())
      waiting.push({
        owner,
        parser: parser as Parser<never[], unknown> as Parser<unknown[], unknown>,
        args,
        resolve: resolve as (result: unknown) => void,
        reject,
      })
      giveOut()
      return promise
    },
    warm() {
      if (threads.size > 0 || isClosed) return
      const thread = new ParseThread(heapMb)
      threads.add(thread)
      idle.push(thread)
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(tooMany())
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

/** Those who came first are before others whose files cost as much. */
function nextOf(
  waiting: Waiting[],
  inWork: ReadonlySet<FileOwner>,
  costOf: (owner: FileOwner) => number,
): Waiting | undefined {
  const free = waiting.filter(({ owner }) => !inWork.has(owner))
  return free.reduce<Waiting | undefined>(
    (first, each) => (first && costOf(first.owner) <= costOf(each.owner) ? first : each),
    undefined,
  )
}

/** What each owner's files have cost of late: the last counts whole, each one before it half of the one after it. */
function createCosts() {
  const spent = new Map<FileOwner, number>()
  return {
    of: (owner: FileOwner) => spent.get(owner) ?? 0,
    add(owner: FileOwner, ms: number) {
      const total = (spent.get(owner) ?? 0) / 2 + ms
      spent.delete(owner)
      spent.set(owner, total)
      const [oldest] = spent.keys()
      if (spent.size > OWNERS_MAX && oldest !== undefined) spent.delete(oldest)
    },
  }
}

const RETRY = { 'retry-after': '5' }
const tooMany = () =>
  new ApiError('service_unavailable', {
    message: 'Too many files are being read at once. Try again in some seconds.',
    headers: RETRY,
  })

/** A thread that ended without having reached a limit says nothing about the file. */
const refusalOf = (ended: ThreadEnded) =>
  ended.limit === 'thread'
    ? new ApiError('service_unavailable', {
        message: 'The file could not be read to its end. Try again in some seconds.',
        headers: RETRY,
        cause: ended,
      })
    : new ApiError('file_too_complex', { limit: ended.limit, cause: ended })

/** Whether a file was turned away for others, and not for what is in it: it may be tried again. */
export const isForLater = (error: unknown): boolean => error instanceof ApiError && error.code === 'service_unavailable'
