import type { Run } from '@grandstand/sdk'
import type { Tone } from '../parts/tone.ts'

export const runTones: Record<string, Tone> = {
  collecting: 'sky',
  ready: 'flare',
  running: 'sky',
  stopped: 'quiet',
  finished: 'good',
}

export const sizeOf = ({ items }: Run): number => items.waiting + items.done + items.skipped + items.failed

/** What is said of it in its own words: the subject of a mail, a tag. */
export const aboutOf = ({ subject, tag, reason }: Run): string => subject ?? tag ?? reason ?? ''
