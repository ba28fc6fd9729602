import type { BankLine } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/bank.ts'

const TONES: Record<string, Tone> = { unclear: 'flare', booked: 'good', set_aside: 'quiet' }

export const lineState = ({ status }: Pick<BankLine, 'status'>): { tag: string; tone: Tone } => ({
  tag: words.states[status] ?? status,
  tone: TONES[status] ?? 'sky',
})

export const reasonTitle = (reason: string | null): string =>
  reason === null ? '' : (words.reasons[reason] ?? reason.replaceAll('_', ' '))

/** `$54.40 from A. Visser` */
export const lineTitle = ({ amount, name }: Pick<BankLine, 'amount' | 'name'>, price: string): string =>
  (amount < 0 ? words.lineTo : words.lineFrom)({ amount: price, name: name ?? words.nobodyNamed })

/** Beyond it a text says no more to a reader of a list. */
const TEXT_MAX = 120

export const shortText = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)} …`)
