import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LimitSubject } from '../../server/access/rate-limits/rate-limits.ts'
import type { Order } from './module-process.ts'
import type { Outcome } from './target.ts'

/** The limits alone, in a process of their own. */
export async function startModuleTarget(databaseUrl: string) {
  const child = fork(join(import.meta.dirname, 'module-process.ts'), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  await answerOf(child)
  return {
    async sendAs(subject: LimitSubject, requests: number): Promise<Outcome> {
      const outcome = answerOf(child)
      child.send({ subject, requests } satisfies Order)
      return (await outcome) as Outcome
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const listening = new AbortController()
  const { signal } = listening
  const gone = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`a process ended with ${code}`)
  })
  const [answer] = await Promise.race([once(child, 'message', { signal }), gone])
  gone.catch(() => {})
  listening.abort()
  return answer
}
