import { useEffect } from 'preact/hooks'

const GUARD = { isGuard: true }

/**
 * The browser's way back never leaves the scanner: a thumb that slips must not take the phone off its gate. There is always one step more
 * behind us; a browser counts only those that were made after a touch, so each touch sees to it.
 */
export function useNoWayBack(): void {
  useEffect(() => {
    const guard = () => {
      // A code in the address is gone in a moment, and must not stay in the history.
      if (history.state?.isGuard !== true && !location.hash.includes('enrol='))
        history.pushState(GUARD, '', location.href)
    }
    guard()
    addEventListener('popstate', guard)
    addEventListener('pointerdown', guard)
    return () => {
      removeEventListener('popstate', guard)
      removeEventListener('pointerdown', guard)
    }
  }, [])
}
