import { wordsOf } from '../language/language.ts'
import type { Words } from './en/week.ts'

/** Of what a club does in its week: refunds, cancelled and moved events, mails of an order, what an order is for. Empty until they are loaded. */
export let words = {} as Words

export async function loadWeek(): Promise<void> {
  words = await wordsOf<Words>({
    en: async () => (await import('./en/week.ts')).week,
    de: async () => (await import('./de/week.ts')).week,
    es: async () => (await import('./es/week.ts')).week,
  })
}
