import type { Discount } from '@grandstand/sdk'
import { useRef, useState } from 'preact/hooks'
import { api } from '../parts/api.ts'

/** What is known of the code that was typed. */
export type Code =
  | { at: 'none' }
  | { at: 'asked' }
  | { at: 'taken'; discount: Discount }
  | { at: 'refused'; message: string }

/** A discount code for this event, looked up before the buyer is told what they pay. Only what was typed last counts. */
export function useCode(eventId: string): { code: Code; lookUp(typed: string): void } {
  const [code, setCode] = useState<Code>({ at: 'none' })
  const asked = useRef(0)
  const lookUp = async (typed: string) => {
    asked.current += 1
    const turn = asked.current
    if (typed.trim() === '') return setCode({ at: 'none' })
    setCode({ at: 'asked' })
    const lookedUp = await api.boxOffice.lookUpDiscount({ code: typed.trim(), event_id: Number(eventId) }).then(
      (discount): Code => ({ at: 'taken', discount }),
      (error: unknown): Code => ({ at: 'refused', message: error instanceof Error ? error.message : String(error) }),
    )
    if (turn === asked.current) setCode(lookedUp)
  }
  return { code, lookUp: (typed) => void lookUp(typed) }
}
