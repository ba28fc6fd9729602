import { randomUUID } from 'node:crypto'
import type { Sql } from '../../platform/postgres/database.ts'
import type { Clock } from '../../platform/values/clock.ts'
import type { Leases } from './leases.ts'
import { type Message, readMessage, writeMessage } from './messages.ts'
import type { LimitedOrganisation, LimitedOrganisations } from './organisations.ts'
import type { Answer } from './store.ts'
import { isCurrent, isLacking, type LimitWindow, learn, resign } from './windows.ts'

const CHANNEL = 'rate_limits'
/** Without an answer the store is asked again after this long, in case a message was lost. */
const POLL_MS = 50
/** A process that was itself held up must not take its own delay for the silence of others. */
const ROUNDS_MIN = 3

export type Recalls = {
  /** Resolves when the window has a token, is known to be used up, or nobody answered in time. Never rejects. */
  recall(organisation: LimitedOrganisation, window: LimitWindow): Promise<void>
  isRecalling(window: LimitWindow): boolean
  /** Asks the other processes without waiting for their answer. */
  remind(organisation: LimitedOrganisation, window: LimitWindow): void
  announce(organisation: LimitedOrganisation, answers: Answer[]): void
  listen(): Promise<void>
  unlisten(): Promise<void>
}

type RecallsDeps = {
  sql: Sql
  clock: Clock
  leases: Leases
  organisations: LimitedOrganisations
  recallMs: number
  onStoreFailure: (error: unknown) => void
}

type Pursuit = { done: Promise<void>; wake: () => void }

/** Before a process refuses, the others give back what they hold of that window. */
export function createRecalls({ sql, clock, leases, organisations, recallMs, onStoreFailure }: RecallsDeps): Recalls {
  const sender = randomUUID()
  const pursuits = new Map<LimitWindow, Pursuit>()
  let stopListening: (() => Promise<void>) | undefined

  const say = (messages: Message[]): Promise<unknown> =>
    sql`
      select pg_notify(${CHANNEL}, message)
      from unnest(${messages.map(writeMessage)}::text[]) as m(message)`.catch(onStoreFailure)

  const remind = ({ orgId }: LimitedOrganisation, { startMs, subject }: LimitWindow): void => {
    say([{ kind: 'recall', sender, orgId, startMs, subject }])
  }

  const pursue = async (organisation: LimitedOrganisation, window: LimitWindow, pursuit: Pursuit): Promise<void> => {
    const { startMs } = window
    const giveUpAt = performance.now() + recallMs
    for (let round = 0; isLacking(window) && window.startMs === startMs; round += 1) {
      if (leases.isStoreDown(organisation)) return
      if (performance.now() >= giveUpAt && round >= ROUNDS_MIN) return resign(window, clock().getTime())
      if (window.leased >= window.limit) {
        const answered = heard(pursuit)
        remind(organisation, window)
        if ((await answered) && window.leased >= window.limit) continue
      }
      if (isLacking(window)) await leases.ask(organisation, [window])
    }
  }

  const hear = (payload: string): void => {
    const message = readMessage(payload)
    if (!message || message.sender === sender) return
    const [organisation, window] = organisations.findWindow(message.orgId, message.subject) ?? []
    if (!organisation || !window || window.startMs !== message.startMs) return
    if (message.kind === 'recall') {
      window.tight = true
      window.recalled = true
      if (isCurrent(window, clock().getTime())) leases.settle(organisation, [window])
    } else {
      learn(window, message)
      pursuits.get(window)?.wake()
    }
  }

  return {
    recall(organisation, window) {
      const known = pursuits.get(window)
      if (known) return known.done
      const pursuit: Pursuit = { done: Promise.resolve(), wake: () => {} }
      pursuits.set(window, pursuit)
      pursuit.done = pursue(organisation, window, pursuit).finally(() => pursuits.delete(window))
      return pursuit.done
    },
    isRecalling: (window) => pursuits.has(window),
    remind,
    announce(organisation, answers) {
      const { orgId, windows } = organisation
      const recalled = answers.filter(({ subject }) => windows.get(subject)?.recalled)
      if (recalled.length === 0) return
      say(recalled.map(({ granted: _, ...answer }) => ({ kind: 'standing', sender, orgId, ...answer })))
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
function heard(pursuit: Pursuit): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => resolve(false)), POLL_MS)
    pursuit.wake = () => {
      clearTimeout(timer)
      resolve(true)
    }
  })
}
