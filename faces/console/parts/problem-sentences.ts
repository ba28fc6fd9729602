import { language, locale } from '../language/language.ts'
import type { WordsOf } from '../words/load.ts'

type Words = WordsOf<'problems'>

export type FieldProblem = { param: string; code: string; message: string }

/** What the API says of a value, which is one of a few sentences behind the name of its parameter, and what a reader is told. */
const RULES: [sentence: RegExp, say: (words: Words, limit: number) => string][] = [
  [/^is required|^must not be empty/, (words) => words.missing],
  [/^must have at most (\d+) characters/, (words, limit) => words.tooLong({ count: limit })],
  [/^must have at least (\d+) characters/, (words, limit) => words.tooShort({ count: limit })],
  [/^must have at most (\d+) items/, (words, limit) => words.tooMany({ count: limit })],
  [/^must have at least (\d+) item/, (words, limit) => words.tooFew({ count: limit })],
  [/^must be at least (-?[\d.]+\d|\d)/, (words, limit) => words.tooSmall({ least: limit.toLocaleString(locale) })],
  [/^must be at most (-?[\d.]+\d|\d)/, (words, limit) => words.tooLarge({ most: limit.toLocaleString(locale) })],
  [/^must be an integer/, (words) => words.wholeNumber],
  [/^must be a number/, (words) => words.number],
  [/^must be Unix time/, (words) => words.time],
  [/^must be a date/, (words) => words.date],
  [/^must be an e-mail address|^must be a valid email/, (words) => words.email],
  [/^must be an absolute address|^must be a valid uri/, (words) => words.webAddress],
  [/^must be an https address/, (words) => words.publicAddress],
  [/^must be a Peppol participant id/, (words) => words.peppolId],
  [/^must be entered for this address/, (words) => words.enterForAddress],
  [/^must be an IANA time zone/, (words) => words.timeZone],
  [/^must be an ISO 3166/, (words) => words.country],
  [/^must be an ISO 4217/, (words) => words.currency],
  [/^must be a language tag/, (words) => words.language],
  [/^must be one line/, (words) => words.oneLine],
  [/^must match the pattern/, (words) => words.pattern],
  [/^must be one of/, (words) => words.choice],
]

/** What is in the way of a change; of what none of these knows, the reader of another language is told that there is something. */
const CONFLICTS: [sentence: RegExp, say: (words: Words, limit: number) => string][] = [
  [/^Another .* has this|with this (?:issuer|key)\.$/, (words) => words.taken],
  [/(?:is|are) archived\.$/, (words) => words.archived],
  [/is below|are more members of it|(?:sold or held|sold and held)/, (words) => words.soldAlready],
  [/has no seat map yet/, (words) => words.noSeatMap],
  [/has no price categories yet/, (words) => words.noCategories],
  [/^The currency stays/, (words) => words.currencyStays],
  [/^The price list is in [A-Z]{3}, the event in/, (words) => words.otherCurrency],
  [/another seat map than|the seat map no longer has/, (words) => words.otherSeatMap],
  [/gates of the present venue|gates that the event/, (words) => words.otherGates],
  [
    /^(?:A map has at most|It has|Gates show the answers to) ([\d,]+)/,
    (words, limit) => words.tooMany({ count: limit }),
  ],
]

/** In the console's language, next to the field; what no rule of ours knows is the API's own text, where that is English as the page is. */
export function sayProblem(words: Words, { param, code, message }: FieldProblem): string {
  if (code === 'parameter_missing') return words.missing
  if (code === 'parameter_unknown') return words.unknown
  if (code === 'resource_missing') return words.gone
  const sentence = message.startsWith(`${param} `) ? message.slice(param.length + 1) : message
  const isConflict = code !== 'parameter_invalid'
  for (const [pattern, say] of isConflict ? CONFLICTS : RULES) {
    const limit = pattern.exec(isConflict ? message : sentence)
    if (limit) return say(words, Number((limit[1] ?? '0').replaceAll(',', '')))
  }
  if (language === 'en') return message
  return isConflict ? words.conflict : sentence === message ? message : words.invalid
}
