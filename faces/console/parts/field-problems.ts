import { language, locale } from '../language/language.ts'
import { loadWords, spoken } from '../words/load.ts'

export type FieldProblem = { param: string; code: string; message: string }
type Words = typeof spoken.problems

/** Loaded when the first form is refused: most are not. Without them, as without a connection, the API's own text is shown. */
export const loadProblemWords = (): Promise<unknown> => loadWords('problems').catch(() => {})

/** What the API says of a value, which is one of a few sentences behind the name of its parameter, and what a reader is told. */
const RULES: [sentence: RegExp, say: (words: Words, limit: number) => string][] = [
  [/^is required|^must not be empty/, (words) => words.missing],
  [/^must have at most (\d+) characters/, (words, limit) => words.tooLong(limit)],
  [/^must have at least (\d+) characters/, (words, limit) => words.tooShort(limit)],
  [/^must have at most (\d+) items/, (words, limit) => words.tooMany(limit)],
  [/^must have at least (\d+) item/, (words, limit) => words.tooFew(limit)],
  [/^must be at least (-?[\d.]+\d|\d)/, (words, limit) => words.tooSmall(limit.toLocaleString(locale))],
  [/^must be at most (-?[\d.]+\d|\d)/, (words, limit) => words.tooLarge(limit.toLocaleString(locale))],
  [/^must be an integer/, (words) => words.wholeNumber],
  [/^must be a number/, (words) => words.number],
  [/^must be Unix time/, (words) => words.time],
  [/^must be a date/, (words) => words.date],
  [/^must be an e-mail address|^must be a valid email/, (words) => words.email],
  [/^must be an absolute address|^must be a valid uri/, (words) => words.webAddress],
  [/^must be an IANA time zone/, (words) => words.timeZone],
  [/^must be an ISO 3166/, (words) => words.country],
  [/^must be an ISO 4217/, (words) => words.currency],
  [/^must be a language tag/, (words) => words.language],
  [/^must be one line/, (words) => words.oneLine],
  [/^must match the pattern/, (words) => words.pattern],
  [/^must be one of/, (words) => words.choice],
]

/** In the console's language, next to the field; what no rule of ours knows is the API's own text, where that is English as the page is. */
export function explainProblem({ param, code, message }: FieldProblem): string {
  const words: Words | undefined = spoken.problems
  if (words === undefined) return message
  if (code === 'parameter_missing') return words.missing
  if (code === 'parameter_unknown') return words.unknown
  if (code === 'resource_missing') return words.gone
  const sentence = message.startsWith(`${param} `) ? message.slice(param.length + 1) : message
  for (const [pattern, say] of RULES) {
    const limit = pattern.exec(sentence)
    if (limit) return say(words, Number(limit[1] ?? 0))
  }
  // A conflict says what is in the way, which no word of ours could.
  return code === 'parameter_invalid' && language !== 'en' && sentence !== message ? words.invalid : message
}

/** Above the form, where each problem is told at its field. */
export const aboutProblems = (code: string): string | undefined =>
  code.startsWith('parameter_') ? spoken.problems?.lookAtTheFields : undefined
