import type { Run } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/runs.ts'

export const runTones: Record<string, Tone> = {
  collecting: 'sky',
  ready: 'flare',
  running: 'sky',
  stopped: 'quiet',
  finished: 'good',
}

export const sizeOf = ({ items }: Run): number => items.waiting + items.done + items.skipped + items.failed

type Asked = { object_type: string; action: string }

/** A membership ends by another word than an order. */
export const actionTitle = ({ object_type, action }: Asked): string =>
  words.actions[`${object_type}.${action}`] ?? words.actions[action] ?? action

/** On the button that begins it: what is done, and to how many. */
export const startTitle = ({ object_type, action }: Asked, many: string): string | undefined =>
  (words.start[`${object_type}.${action}`] ?? words.start[action])?.({ many })

/** What is said of it in its own words: the subject of a mail, a tag. */
export const aboutOf = ({ subject, tag, reason }: Run): string => subject ?? tag ?? reason ?? ''

/** What there is no way back from. */
export const isGrave = (action: string): boolean => ['refund', 'cancel', 'waive'].includes(action)

/** Whether the rows say how much it moves. */
export const movesMoney = (action: string): boolean => ['refund', 'waive', 'retry'].includes(action)

/** What becomes of these amounts. */
export const amountsTitle = (action: string, amounts: string[]): string =>
  (words.moved[action] ?? words.moved.refund)?.({ amounts: amounts.join(' + ') }) ?? ''
