/** May answer with what wants to be told when the statement is answered, or has failed. */
export type Observer = (text: string, values: readonly unknown[]) => Answered | undefined
export type Answered = (error?: unknown) => void

/** All of them as one, which costs nothing while there is none. */
export function observeWith(observers: Set<Observer>): Observer {
  return (text, values) => {
    if (observers.size === 0) return undefined
    const listeners = [...observers].flatMap((observer) => observer(text, values) ?? [])
    if (listeners.length === 0) return undefined
    return (error) => {
      for (const onAnswer of listeners) onAnswer(error)
    }
  }
}
