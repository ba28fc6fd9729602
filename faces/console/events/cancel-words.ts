import type { RefundRun } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/week.ts'

/** By which way money goes back, and what staff have to do for it. */
export const wayOf = (way: string): { title: string; about: string } => words.ways[way] ?? { title: way, about: '' }

const TONES: Record<string, Tone> = { pending: 'sky', owed: 'flare', refunded: 'good', failed: 'flare' }

export const outcomeOf = (outcome: string): { title: string; tone: Tone } => ({
  title: words.outcomes[outcome] ?? outcome,
  tone: TONES[outcome] ?? 'quiet',
})

/** How many orders a run is done with, of how many. */
export function progressOf({ orders: by }: RefundRun): { done: number; all: number } {
  const done = by.owed + by.refunded + by.nothing_paid + by.nothing_left + by.failed
  return { done, all: done + by.waiting + by.pending }
}

/** Why a refund failed: the provider's word, as a club would say it. */
export const failureOf = (code: string): string => words.failures[code] ?? words.theProviderRefusedIt
