import { useEffect } from 'preact/hooks'

type Locks = { wakeLock?: { request(kind: 'screen'): Promise<{ release(): Promise<void> }> } }

/** Keeps the screen from going dark, at the gate and in the queue, as far as the browser lets a page do that. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: { release(): Promise<void> } | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await (navigator as Locks).wakeLock?.request('screen').catch(() => undefined)
    }
    void take()
    // A browser lets go of it when the page is hidden.
    document.addEventListener('visibilitychange', take)
    return () => {
      document.removeEventListener('visibilitychange', take)
      lock?.release().catch(() => undefined)
    }
  }, [])
}
