/** What became of some requests: how many passed, and how many got neither a pass nor a refusal. */
export type Outcome = { passed: number; failed: number; statements: number; slowestMs: number }

export type Send = (requests: number) => Promise<Outcome>

const CONCURRENCY = 32

/** Sends requests over as many connections as a busy client would have. */
export async function sendAll(requests: number, request: () => Promise<'passed' | 'refused' | 'failed'>) {
  const outcome: Outcome = { passed: 0, failed: 0, statements: 0, slowestMs: 0 }
  let sent = 0
  const client = async () => {
    while (sent < requests) {
      sent += 1
      const start = performance.now()
      const answer = await request()
      outcome.slowestMs = Math.max(outcome.slowestMs, Math.round(performance.now() - start))
      if (answer !== 'refused') outcome[answer] += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
  return outcome
}
