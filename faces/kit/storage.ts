/*
 * What a page remembers in this browser: `local` until it is cleared, `session` until the tab is closed. A browser may refuse
 * to keep anything, even to be asked; then a page works on without a memory.
 */
export type Memory = 'local' | 'session'

const storageOf = (memory: Memory): Storage => (memory === 'local' ? localStorage : sessionStorage)

export function readStored<T>(memory: Memory, key: string): T | undefined {
  try {
    const text = storageOf(memory).getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** `undefined` takes it away. */
export function writeStored(memory: Memory, key: string, value: unknown): void {
  try {
    if (value === undefined) storageOf(memory).removeItem(key)
    else storageOf(memory).setItem(key, JSON.stringify(value))
  } catch {}
}

/** Lists the stored keys that begin with the prefix. */
export function storedKeys(memory: Memory, prefix: string): string[] {
  try {
    return Object.keys(storageOf(memory)).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
