import { memberStatus } from '../../programme/statuses.ts'

const { unpaid, paid, instalments, cancelled } = memberStatus

/** What can happen to a membership: from which states, and to which. Nothing else changes a status. */
export const memberSteps = {
  mark_paid: { from: [unpaid, instalments], to: paid },
  mark_instalments: { from: [unpaid], to: instalments },
  mark_unpaid: { from: [paid], to: unpaid },
  cancel: { from: [unpaid, paid, instalments], to: cancelled },
  reinstate: { from: [cancelled], to: unpaid },
} as const satisfies Record<string, { from: number[]; to: number }>

export type MemberStep = keyof typeof memberSteps

const NAMES = ['unpaid', 'paid', 'paying by instalments', 'cancelled']

export const memberStatusName = (status: number): string => NAMES[status] ?? 'unknown'

/** The status after the step; undefined where the step cannot be taken. */
export function memberStatusAfter(step: MemberStep, status: number): number | undefined {
  const { from, to } = memberSteps[step]
  return (from as readonly number[]).includes(status) ? to : undefined
}
