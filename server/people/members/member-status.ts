/** Member statuses, by the numbers of the API. */
export const UNPAID = 0
export const PAID = 1
export const INSTALMENTS = 2
export const CANCELLED = 3

/** What can happen to a membership: from which states, and to which. Nothing else changes a status. */
export const memberSteps = {
  mark_paid: { from: [UNPAID, INSTALMENTS], to: PAID },
  mark_instalments: { from: [UNPAID], to: INSTALMENTS },
  mark_unpaid: { from: [PAID], to: UNPAID },
  cancel: { from: [UNPAID, PAID, INSTALMENTS], to: CANCELLED },
  reinstate: { from: [CANCELLED], to: UNPAID },
} as const satisfies Record<string, { from: number[]; to: number }>

export type MemberStep = keyof typeof memberSteps

const NAMES = ['unpaid', 'paid', 'paying by instalments', 'cancelled']

export const statusName = (status: number): string => NAMES[status] ?? 'unknown'

/** The status after the step; undefined where the step cannot be taken. */
export function statusAfter(step: MemberStep, status: number): number | undefined {
  const { from, to } = memberSteps[step]
  return (from as readonly number[]).includes(status) ? to : undefined
}
