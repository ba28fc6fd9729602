import { randomUUID } from 'node:crypto'
import type { Sql } from '../../platform/postgres/database.ts'
import type { SystemClock } from '../../platform/values/clock.ts'
import type { LimitedKeys } from './keys.ts'
import type { Leaseholder, Leases } from './leases.ts'
import type { LeaseGrant } from './store.ts'
import { covers, isLacking, type LimitWindow, learn, resign, runShort } from './window.ts'

/*
 * What processes tell each other over the database's own channel, so that none refuses while another holds tokens that it
 * does not need. A process that lacks a token sends a recall; the others give back what they hold of that window, and say how it
 * stands then.
 */
export type WindowMessage =
  | { kind: 'recall'; sender: string; orgId: number; startMs: number; name: string }
  | { kind: 'standing'; sender: string; orgId: number; startMs: number; name: string; leased: number; used: number }

const CHANNEL = 'rate_limits'
/** Without an answer the store is asked again after this long, in case a message was lost. */
const POLL_MS = 50
/** A process that was itself held up must not take its own delay for the silence of others. */
const ROUNDS_MIN = 3

export const writeMessage = (message: WindowMessage): string =>
  JSON.stringify(
    message.kind === 'recall'
      ? [message.kind, message.sender, message.orgId, message.startMs, message.name]
      : [message.kind, message.sender, message.orgId, message.startMs, message.name, message.leased, message.used],
  )

/** A newer program may say things that this one does not know: they are ignored. */
export function readMessage(payload: string): WindowMessage | undefined {
  const [kind, sender, orgId, startMs, name, leased, used] = partsOf(payload)
  if (typeof sender !== 'string' || typeof name !== 'string') return undefined
  if (typeof orgId !== 'number' || typeof startMs !== 'number') return undefined
  if (kind === 'recall') return { kind, sender, orgId, startMs, name }
  if (kind !== 'standing' || typeof leased !== 'number' || typeof used !== 'number') return undefined
  return { kind, sender, orgId, startMs, name, leased, used }
}

function partsOf(payload: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(payload)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

export type Recalls = {
  /** Resolves when the window has a token, is known to be used up, or no process answered in time. Never rejects. */
  recall(organisation: Leaseholder, window: LimitWindow): Promise<void>
  isRecalling(window: LimitWindow): boolean
  /** Asks the other processes without waiting for their answer. */
  remind(organisation: Leaseholder, window: LimitWindow): void
  /** Says how windows stand that this process has given back to. */
  announce(organisation: Leaseholder, grants: LeaseGrant[]): void
  listen(): Promise<void>
  unlisten(): Promise<void>
}

type RecallsDeps = {
  sql: Sql
  systemClock: SystemClock
  leases: Leases
  keys: LimitedKeys
  recallMs: number
  onStoreFailure: (error: unknown) => void
}

/** One search for a token, which all requests that lack it wait for. */
type Search = { done: Promise<void>; wake: () => void }

export function createRecalls({ sql, systemClock, leases, keys, recallMs, onStoreFailure }: RecallsDeps): Recalls {
  const sender = randomUUID()
  const searches = new Map<LimitWindow, Search>()
  let stopListening: (() => Promise<void>) | undefined

  const send = (messages: WindowMessage[]): Promise<unknown> =>
    sql`
      select pg_notify(${CHANNEL}, message)
      from unnest(${messages.map(writeMessage)}::text[]) as m(message)`.catch(onStoreFailure)

  const remind = ({ orgId }: Leaseholder, { startMs, name }: LimitWindow): void => {
    // Never rejects: a store that fails is told of.
    void send([{ kind: 'recall', sender, orgId, startMs, name }])
  }

  const searchFor = async (organisation: Leaseholder, window: LimitWindow, search: Search): Promise<void> => {
    const { startMs } = window
    const giveUpAt = performance.now() + recallMs
    for (let round = 0; isLacking(window) && window.startMs === startMs; round += 1) {
      if (leases.isStoreDown(organisation)) return
      if (performance.now() >= giveUpAt && round >= ROUNDS_MIN) return resign(window, systemClock().getTime())
      if (window.leased >= window.limit) {
        const answer = nextMessage(search)
        remind(organisation, window)
        if ((await answer) && window.leased >= window.limit) continue
      }
      if (isLacking(window)) await leases.ask(organisation, [window])
    }
  }

  const hear = (payload: string): void => {
    const message = readMessage(payload)
    if (!message || message.sender === sender) return
    const [organisation, window] = keys.findWindow(message.orgId, message.name) ?? []
    if (!organisation || !window || window.startMs !== message.startMs) return
    if (message.kind === 'standing') {
      learn(window, message)
      searches.get(window)?.wake()
      return
    }
    runShort(window)
    // Never rejects: a store that fails is told of.
    if (covers(window, systemClock().getTime())) void leases.answerRecall(organisation, window)
  }

  return {
    recall(organisation, window) {
      const current = searches.get(window)
      if (current) return current.done
      const search: Search = { done: Promise.resolve(), wake: () => {} }
      searches.set(window, search)
      search.done = searchFor(organisation, window, search).finally(() => searches.delete(window))
      return search.done
    },
    isRecalling: (window) => searches.has(window),
    remind,
    announce({ orgId }, grants) {
      // Never rejects: a store that fails is told of.
      void send(
        grants.map(({ name, startMs, leased, used }) => ({
          kind: 'standing',
          sender,
          orgId,
          startMs,
          name,
          leased,
          used,
        })),
      )
    },
    async listen() {
      const listening = await sql.listen(CHANNEL, hear)
      stopListening = listening.unlisten
    },
    async unlisten() {
      await stopListening?.().catch(onStoreFailure)
      stopListening = undefined
    },
  }
}

/** True when a message about the window came, false when none did. */
function nextMessage(search: Search): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(false)), POLL_MS)
    search.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}
