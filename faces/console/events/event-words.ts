import type { Tone } from '../parts/tone.ts'

const STATES: Record<string, { title: string; tone: Tone }> = {
  '0': { title: 'Draft', tone: 'quiet' },
  '1': { title: 'On sale', tone: 'good' },
  '2': { title: 'Archived', tone: 'quiet' },
  '3': { title: 'Cancelled', tone: 'flare' },
}

/** How an event stands, by colour and by word. */
export const eventState = (id: string): { title: string; tone: Tone } => STATES[id] ?? { title: id, tone: 'quiet' }
