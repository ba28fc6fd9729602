export type Task = { name: string; everyMs: number; run: () => Promise<unknown> }
export type Periodic = { stop(): Promise<void> }

/** Runs each task again and again, never twice at once in this process; a failure is reported and tried again later. */
export function runPeriodically(tasks: Task[], onFailure: (name: string, error: unknown) => void): Periodic {
  const running = new Map<string, Promise<unknown>>()
  const timers = tasks.map(({ name, everyMs, run }) =>
    setInterval(() => {
      if (running.has(name)) return
      const attempt = run()
        .catch((error: unknown) => onFailure(name, error))
        .finally(() => running.delete(name))
      running.set(name, attempt)
    }, everyMs).unref(),
  )
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
