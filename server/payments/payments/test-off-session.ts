import type { Declined } from './provider.ts'

type Answer = 'succeeded' | 'unknown' | Omit<Declined, 'kind' | 'reference'>

const refusedWith = (declineCode: string, message: string): Answer => ({ code: 'card_declined', declineCode, message })

/**
 * What becomes of charges without the fan, by the number of the attempt at the same debt. With the fan, all of these pay. The payments
 * of every other method end without the fan as they do with them.
 */
export const offSessionMethods = {
  pm_test_offsession_insufficient_once: (attempt) =>
    attempt === 1 ? refusedWith('insufficient_funds', 'The card has insufficient funds.') : 'succeeded',
  pm_test_offsession_insufficient: () => refusedWith('insufficient_funds', 'The card has insufficient funds.'),
  pm_test_offsession_requires_action: () => refusedWith('authentication_required', 'The bank wants to ask the fan.'),
  pm_test_offsession_expired: () => refusedWith('expired_card', 'The card has expired.'),
  pm_test_offsession_stolen: () => refusedWith('stolen_card', 'The card was declined.'),
  pm_test_offsession_timeout: () => 'unknown',
} satisfies Record<string, (attempt: number) => Answer>

/** Of an answer that was lost, what is heard when it is asked for again. */
const LATER: Answer = 'succeeded'

const answers = new Map<string, (attempt: number) => Answer>(Object.entries(offSessionMethods))

/** Undefined of methods that have no rule of their own for it. */
export function offSessionAnswer(method: string, attempt: number, { again }: { again: boolean }): Answer | undefined {
  const answer = answers.get(method)?.(attempt)
  return answer === 'unknown' && again ? LATER : answer
}

/** A debt's key ends with the number of the attempt: `debt_….2`. */
export const attemptIn = (key: string): number => Number(/\.(\d+)$/.exec(key)?.[1] ?? 1)
