/** Gives a turn to whoever asks; the answer ends it. */
export type Turns = { take(name: string): Promise<() => void> }

/** So many turns at once for each name, in the order in which they were asked for. */
export function createTurns(most: number): Turns {
  const taken = new Map<string, { count: number; waiting: (() => void)[] }>()
  return {
    async take(name) {
      const own = taken.get(name) ?? { count: 0, waiting: [] }
      taken.set(name, own)
      if (own.count >= most) await new Promise<void>((resolve) => own.waiting.push(resolve))
      else own.count += 1
      return () => {
        const next = own.waiting.shift()
        if (next) next()
        else own.count -= 1
        if (own.count === 0) taken.delete(name)
      }
    },
  }
}
