import type { Tone } from '../parts/tone.ts'
import { words as eventWords } from '../words/events.ts'

const STATES: Record<string, { title: string; tone: Tone }> = {
  '0': { title: eventWords.draft, tone: 'quiet' },
  '1': { title: eventWords.onSale, tone: 'good' },
  '2': { title: eventWords.archived, tone: 'quiet' },
  '3': { title: eventWords.cancelled, tone: 'flare' },
}

/** How an event stands, by colour and by word. */
export const eventState = (id: string): { title: string; tone: Tone } => STATES[id] ?? { title: id, tone: 'quiet' }
