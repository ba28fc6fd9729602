import { type Static, Type } from 'typebox'
import { languages } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import type { Problem } from '../../platform/http/errors.ts'
import { Input, Nullable, Text } from '../../platform/http/schema.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { HolderNames } from '../../programme/events/event.ts'
import type { GivenAnswer } from '../../programme/questions/answer.ts'
import { choicesIn, type QuestionRow } from '../../programme/questions/question.ts'

/** Groups beyond it come under the buyer's name; and a body of more is dear to refuse. */
const HOLDERS_MAX = 200
/** Characters of an answer. An empty one, which a form sends for a field that was left alone, is none. */
const ANSWER_MAX = 1000

const Answers = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: ANSWER_MAX },
  maxProperties: 100,
  description: 'by the key of the question',
})

/** What a checkout may tell beside the buyer, where the event asks for it. */
export const checkoutDetailFields = {
  holders: Type.Optional(
    Type.Array(
      Input({
        ticket_name: Type.Optional(Nullable(Text(200, { description: 'without it, the buyer’s name' }))),
        answers: Type.Optional(Answers),
      }),
      {
        maxItems: HOLDERS_MAX,
        description: 'one for each ticket, in the order of the basket’s items and of the seats in each',
      },
    ),
  ),
  answers: Type.Optional(Answers),
}
const CheckoutDetailsInput = Input(checkoutDetailFields)
export type CheckoutDetails = Static<typeof CheckoutDetailsInput>

/** As a part of a checkout request; nothing where nothing was said. */
export const detailsIn = ({ holders, answers }: CheckoutDetails): { details?: CheckoutDetails } =>
  holders === undefined && answers === undefined
    ? {}
    : { details: { ...(holders && { holders }), ...(answers && { answers }) } }

/** Whom a ticket is for, as the order's line keeps it until the ticket is issued. */
export type TicketHolder = { ticket_name: string | null; answers: GivenAnswer[] | null }

export type AskedQuestion = Pick<
  QuestionRow,
  'question_id' | 'event_id' | 'key' | 'kind' | 'asked_of' | 'title' | 'choices' | 'translations' | 'required'
>

export const findAskedQuestions = (orgId: OrgId, tx: Tx, eventIds: number[]) => tx<AskedQuestion[]>`
  select question_id, event_id, key, kind, asked_of, title, choices, translations, required
  from questions
  where org_id = ${orgId}
    and event_id = any (${eventIds}::bigint[])
    and question_status = 'active'
  order by order_by, question_id`

type Asking = { holderNames: HolderNames; questions: AskedQuestion[] }
type Details = { answers: GivenAnswer[] | null; holders: TicketHolder[] | null }

/** What a checkout tells, held against what the event asks: all of it, or all that is wrong with it. */
export function readDetails(
  asking: Asking,
  details: CheckoutDetails | undefined,
  tickets: number,
): Details | { problems: Problem[] } {
  const { holderNames, questions } = asking
  if (holderNames === 'none' && questions.length === 0 && details === undefined) return { answers: null, holders: null }
  const problems: Problem[] = []
  const given = details?.holders ?? []
  if (given.length > tickets) {
    problems.push(invalid('holders', `holders has ${given.length} items, and the basket has tickets for ${tickets}.`))
  }
  const ofOrder = questions.filter(({ asked_of }) => asked_of === 'order')
  const ofTicket = questions.filter(({ asked_of }) => asked_of === 'ticket')
  const answers = readAnswers(ofOrder, details?.answers ?? {}, 'answers', problems)
  const holders = Array.from({ length: Math.min(tickets, HOLDERS_MAX) }, (_, index): TicketHolder => {
    const param = `holders[${index}]`
    return {
      ticket_name: readName(holderNames, given[index]?.ticket_name ?? null, `${param}[ticket_name]`, problems),
      answers: readAnswers(ofTicket, given[index]?.answers ?? {}, `${param}[answers]`, problems),
    }
  })
  if (problems.length > 0) return { problems: problems.slice(0, PROBLEMS_MAX) }
  const isHeld = holders.some(({ ticket_name, answers }) => ticket_name !== null || answers !== null)
  return { answers, holders: isHeld ? holders : null }
}

const PROBLEMS_MAX = 100

function readName(asked: HolderNames, name: string | null, param: string, problems: Problem[]): string | null {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '') {
    if (asked === 'required') problems.push(missing(param, 'The event wants a name for each ticket.'))
    return null
  }
  if (asked === 'none') problems.push(invalid(param, 'The event takes no names.'))
  return trimmed
}

function readAnswers(
  questions: AskedQuestion[],
  given: Record<string, string>,
  param: string,
  problems: Problem[],
): GivenAnswer[] | null {
  for (const key of Object.keys(given)) {
    if (questions.some((question) => question.key === key)) continue
    problems.push({
      param: `${param}[${key}]`.slice(0, 200),
      code: 'parameter_unknown',
      message: 'The event does not ask this.',
    })
  }
  const answers = questions.flatMap((question): GivenAnswer[] => {
    const { question_id, key, title } = question
    const answer = choiceMeant(question, (Object.hasOwn(given, key) ? given[key] : undefined)?.trim() ?? '')
    const problem = answerProblem(question, answer)
    if (problem) problems.push({ param: `${param}[${key}]`, ...problem })
    return answer === '' ? [] : [{ question_id, key, question: title, answer }]
  })
  return answers.length > 0 ? answers : null
}

/** A choice that was read in another language is the choice that it stands for: gates, files and figures know one word for it. */
function choiceMeant(question: AskedQuestion, answer: string): string {
  const { kind, choices } = question
  if (kind !== 'choice' || choices.includes(answer)) return answer
  const places = languages.map((language) => choicesIn(question, language).indexOf(answer))
  return choices[places.find((place) => place !== -1) ?? -1] ?? answer
}

function answerProblem({ kind, required, choices }: AskedQuestion, answer: string): Omit<Problem, 'param'> | undefined {
  if (answer === '') return required ? { code: 'parameter_missing', message: 'An answer is required.' } : undefined
  const rule = (message: string) => ({ code: 'parameter_invalid' as const, message })
  if (kind === 'choice' && !choices.includes(answer)) return rule('The answer must be one of the choices.')
  if (kind === 'consent' && answer !== 'yes' && answer !== 'no') return rule('The answer must be yes or no.')
  if (kind === 'consent' && required && answer === 'no') return rule('This consent is required.')
  return undefined
}

const invalid = (param: string, message: string): Problem => ({ param, code: 'parameter_invalid', message })
const missing = (param: string, message: string): Problem => ({ param, code: 'parameter_missing', message })
