import { useCallback, useState } from 'preact/hooks'
import { isLetThrough } from '../../server/gates/rules/facts.ts'
import type { Settings } from './device.ts'
import type { Choice } from './phone.ts'
import type { Shown } from './shown.ts'
import { give } from './signals.ts'

/** Loaded only for a turnstile. */
const loadRelay = () => import('./relay.ts')

/** Opens the turnstile for a fan who is let through, and says whether the last one may stand before a shut one. */
export function useTurnstile({ kiosk, relay, sound }: Settings, choice: Choice) {
  const [isStuck, setStuck] = useState(false)
  const openFor = useCallback(
    /** False where it is unknown whether it opened. */
    async ({ nonce, result, direction }: Shown): Promise<boolean> => {
      if (!kiosk || !relay || !isLetThrough(result)) return true
      const opened = loadRelay().then(({ openTurnstile }) =>
        openTurnstile(relay, { nonce, result, direction, ...choice }),
      )
      const isOpen = await opened.then(
        () => true,
        () => false,
      )
      setStuck(!isOpen)
      if (!isOpen) give('stop', sound)
      return isOpen
    },
    [kiosk, relay, sound, choice],
  )
  return { isStuck, openFor }
}
