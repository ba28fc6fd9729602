import { GrandstandError } from '@grandstand/sdk'
import type { Words } from './words/en.ts'

/** What went wrong, in words for the buyer: a title, what it means, and the number that helps staff to find it. */
export type Trouble = { title: string; text: string; id?: string | undefined; isOffline?: boolean }

/** What the page itself found to be wrong, in words for the buyer. */
export class PageProblem extends Error {}

const PASSING = [
  'internal_error',
  'payment_provider_error',
  'service_unavailable',
  'organisation_moving',
  'unknown_answer',
]

/** With `wereThere`, the page had shown that there are as many: then, and only then, was another buyer faster. */
export function troubleOf(error: unknown, words: Words, { wereThere = false } = {}): Trouble {
  if (error instanceof PageProblem) return { title: words.errorTitle, text: error.message }
  if (!(error instanceof GrandstandError)) return { title: words.errorTitle, text: words.errors.unknown ?? '' }
  const { code } = error
  // Only a shop that was copied out can have a wrong key, so these words are for its developer.
  if (code.startsWith('api_key')) {
    console.error(error)
    return { title: words.errorTitle, text: `"key" in index.html: ${error.message}` }
  }
  if (code === 'connection_failed' || code === 'timed_out')
    return { title: words.offlineTitle, text: words.offlineText, isOffline: true }
  if (code === 'sold_out') return soldOut(error, words, wereThere)
  if (code === 'seat_taken') return { title: words.soldOutTitle, text: words.seatTaken }
  if (code === 'card_declined') return { title: words.declinedTitle, text: words.declinedText }
  if (code === 'basket_expired') return { title: words.expiredTitle, text: words.expiredText }
  const kind = code.startsWith('rate_limit') ? 'rate_limit' : PASSING.includes(code) ? 'unavailable' : code
  return { title: words.errorTitle, text: words.errors[kind] ?? words.errors.unknown ?? '', id: error.requestId }
}

function soldOut({ available, message }: GrandstandError, words: Words, wereThere: boolean): Trouble {
  if (/side by side/i.test(message) && available !== 0)
    return { title: words.notTogetherTitle, text: words.notNeighbours }
  const title = wereThere ? words.soldOutTitle : available ? words.tooManyTitle : words.soldOut
  return { title, text: words.leftNow(available ?? 0) }
}

/** By the name of the form's field: the API names each parameter that it did not like. */
export function fieldErrors(error: unknown, words: Words): Record<string, string> {
  if (!(error instanceof GrandstandError) || error.status !== 400) return {}
  const problems = error.errors ?? (error.param === undefined ? [] : [{ param: error.param, code: error.code }])
  return Object.fromEntries(
    problems.map(({ param, code }) => {
      const text = code === 'parameter_missing' ? words.required : /email/.test(param) ? words.emailWrong : undefined
      return [param.replace(/^customer\[(\w+)\]$/, '$1'), text ?? words.errors.field ?? '']
    }),
  )
}
