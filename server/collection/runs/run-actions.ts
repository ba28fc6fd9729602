import { AccessError } from '../../access/errors.ts'
import { isStaff, type Principal } from '../../access/principal.ts'
import type { Scope } from '../../access/scopes.ts'
import {
  chargeInstalment,
  moveOneInstalment,
  remindOfInstalment,
  steerInstalment,
  waiveInstalment,
} from './act-on-instalment.ts'
import { cancelMemberByRun, changeMemberType } from './act-on-member.ts'
import { cancelOneOrder, refundOneOrder } from './act-on-order.ts'
import { mailOne } from './mail-one.ts'
import type { RunDetails } from './run-details.ts'
import type { ItemContext, ItemResult } from './run-item.ts'
import type { ObjectType } from './run-objects.ts'
import { tagOne } from './tag-one.ts'

type Act = (at: ItemContext, objectType: ObjectType, id: number) => Promise<ItemResult>

export type RunAction = {
  /** What it takes to do it with one of them. */
  right: Scope
  /** The fields of the request that it cannot do without. */
  needs: readonly (keyof RunDetails)[]
  /** Money goes out, less is owed, or words of the caller are mailed: a person has to prove who they are, whatever the amount. */
  isProved?: true
  act: Act
}

const tag = { needs: ['tag'], act: tagOne } as const
const mail = { needs: ['mail'], isProved: true, act: mailOne } as const

/** What can be done with many at once, each under the right that it takes for one. */
export const runActions: Record<ObjectType, Record<string, RunAction>> = {
  orders: {
    mail: { right: 'orders:manage', ...mail },
    tag: { right: 'orders:manage', ...tag },
    untag: { right: 'orders:manage', ...tag },
    refund: { right: 'refunds:manage', needs: [], isProved: true, act: refundOneOrder },
    cancel: { right: 'refunds:manage', needs: [], isProved: true, act: cancelOneOrder },
  },
  customers: {
    mail: { right: 'customers:manage', ...mail },
    tag: { right: 'customers:manage', ...tag },
    untag: { right: 'customers:manage', ...tag },
  },
  members: {
    mail: { right: 'members:manage', ...mail },
    tag: { right: 'members:manage', ...tag },
    untag: { right: 'members:manage', ...tag },
    change_type: { right: 'members:manage', needs: ['membership_type_id'], act: changeMemberType },
    cancel: { right: 'members:manage', needs: [], act: cancelMemberByRun },
  },
  instalments: {
    remind: { right: 'debts:manage', needs: [], act: remindOfInstalment },
    retry: { right: 'debts:manage', needs: [], act: chargeInstalment },
    pause: { right: 'members:manage', needs: [], act: steerInstalment },
    resume: { right: 'members:manage', needs: [], act: steerInstalment },
    move: { right: 'members:manage', needs: ['due_on'], act: moveOneInstalment },
    waive: { right: 'debts:manage', needs: ['reason'], isProved: true, act: waiveInstalment },
  },
}

export const actionNames = [
  ...(['mail', 'tag', 'untag', 'refund', 'cancel', 'change_type'] as const),
  ...(['remind', 'retry', 'pause', 'resume', 'move', 'waive'] as const),
] as const

/** The runs that a caller may read about, each as object and action. */
export function readableRuns(principal: Principal): string[] {
  const readable = isStaff(principal) ? principal.readScopes : principal.scopes
  return Object.entries(runActions).flatMap(([objectType, actions]) =>
    Object.entries(actions).flatMap(([name, { right }]) => (readable.has(right) ? [`${objectType}.${name}`] : [])),
  )
}

/** Who reads about objects may read how many there are. */
export function requireReadable(principal: Principal, objectType: ObjectType): void {
  if (!readableRuns(principal).some((name) => name.startsWith(`${objectType}.`))) throw new AccessError('scope_missing')
}
