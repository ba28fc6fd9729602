export type Task = { name: string; everyMs: number; run: () => Promise<unknown> }
export type Periodic = { stop(): Promise<void> }

/** The first run comes soon: a process that is replaced every day would otherwise never do what is done once a day. */
const FIRST_WITHIN_MS = 30_000

/** Runs each task again and again, never twice at once in this process; a failure is reported and tried again later. */
export function runPeriodically(tasks: Task[], onFailure: (name: string, error: unknown) => void): Periodic {
  const running = new Map<string, Promise<unknown>>()
  const timers = tasks.flatMap(({ name, everyMs, run }) => {
    const start = () => {
      if (running.has(name)) return
      const attempt = run()
        .catch((error: unknown) => onFailure(name, error))
        .finally(() => running.delete(name))
      running.set(name, attempt)
    }
    const interval = setInterval(start, everyMs).unref()
    return everyMs > FIRST_WITHIN_MS ? [interval, setTimeout(start, FIRST_WITHIN_MS).unref()] : [interval]
  })
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
