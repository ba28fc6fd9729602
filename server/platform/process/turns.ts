/** Gives each taker a turn; calling the answer ends it. */
export type Turns = { take(name: string): Promise<() => void> }

/** So many turns at once for each name, in the order in which they were asked for. */
export function createTurns(most: number): Turns {
  const queues = new Map<string, { count: number; waiting: (() => void)[] }>()
  return {
    async take(name) {
      const queue = queues.get(name) ?? { count: 0, waiting: [] }
      queues.set(name, queue)
      if (queue.count >= most) await new Promise<void>((resolve) => queue.waiting.push(resolve))
      else queue.count += 1
      return () => {
        const next = queue.waiting.shift()
        if (next) next()
        else queue.count -= 1
        if (queue.count === 0) queues.delete(name)
      }
    },
  }
}
