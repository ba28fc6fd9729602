import { type Static, Type } from 'typebox'
import { ApiError } from '../../platform/http/errors.ts'
import { Input, Integer, Nullable, OneOf, Paragraphs, Text } from '../../platform/http/schema.ts'
import type { Operation } from '../../platform/operation.ts'
import { changeOf, createOf, stepOf } from '../../resources/change-operations.ts'
import type { ChangeContext } from '../../resources/change-row.ts'
import { conflict, conflictOn, invalid } from '../../resources/constraints.ts'
import { pathId } from '../../resources/paths.ts'
import { listOf, retrieveOf } from '../../resources/read-operations.ts'
import { eventStatus } from '../statuses.ts'
import { translationsInput } from '../translations.ts'
import { askedOf, questionKinds, questions } from './question.ts'

/*
 * Operations (written by npm run openapi):
 * archiveQuestion, changeQuestion, createQuestion, listQuestions, retrieveQuestion
 */

/** More than a buyer fills in. */
export const QUESTIONS_MAX = 20
/** As many as a steward reads while a fan walks through. */
const AT_GATE_MAX = 3

const Changes = Input({
  title: Text(500, { description: 'the question, as the fan reads it' }),
  description: Type.Optional(Nullable(Paragraphs(2000, { description: 'plain text below the question' }))),
  choices: Type.Optional(Type.Array(Text(200), { maxItems: 50, description: 'of a choice: what can be answered' })),
  translations: translationsInput({
    title: Type.Optional(Text(500)),
    description: Type.Optional(Paragraphs(2000)),
    choices: Type.Optional(
      Type.Array(Text(200), { maxItems: 50, description: 'as many as there are, in their order' }),
    ),
  }),
  required: Type.Optional(Type.Boolean({ default: false })),
  show_at_gate: Type.Optional(
    Type.Boolean({
      default: false,
      description: `stewards see the answer; ${AT_GATE_MAX} questions of an event at most`,
    }),
  ),
  order_by: Type.Optional(Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
})

const Body = Input({
  key: Text(40, {
    pattern: '^[a-z][a-z0-9_]*$',
    description: 'what forms and files call it; small letters, digits and _; unique within the event, for ever',
  }),
  kind: OneOf([...questionKinds]),
  asked_of: OneOf([...askedOf], { description: 'once for the order, or for each ticket' }),
  ...Changes.properties,
})

export const manageQuestions: Operation[] = [
  listOf(questions),
  retrieveOf(questions),
  createOf(questions, Body, async (body, at) => {
    const eventId = pathId(at.request, 'event_id')
    await lockEvent(at, eventId)
    refuseRepeated(body)
    await refuseTooMany(at, eventId, 0, body.show_at_gate ?? false)
    await noteAsking(at, eventId, true)
    return body
  }),
  changeOf(questions, Changes, async (body, question, at) => {
    refuseRepeated(body)
    if (body.show_at_gate) await refuseTooMany(at, question.event_id, question.question_id, true)
    return body
  }),
  stepOf(
    questions,
    {
      verb: 'archive',
      done: 'archived',
      summary: 'Archive a question',
      description: 'It is asked no more. What was answered stays, and gates go on showing it.',
    },
    async (question, at) => {
      const others = await countOthers(at, question.event_id, question.question_id)
      if (others.active === 0) await noteAsking(at, question.event_id, false)
      return { question_status: 'archived' }
    },
  ),
]

/** A checkout shares the event's row while it asks, so the questions do not change under it. */
async function lockEvent({ orgId, tx }: ChangeContext, eventId: number): Promise<void> {
  const [event] = await tx<{ event_status_id: number }[]>`
    select event_status_id
    from events
    where org_id = ${orgId}
      and event_id = ${eventId}
    for no key update`
  if (!event) throw new ApiError('resource_missing')
  if (event.event_status_id === eventStatus.archived) throw conflict('The event is archived.')()
}

/** Of two equal choices staff could not say which one was answered. */
function refuseRepeated({ choices = [], translations }: Partial<Static<typeof Changes>>): void {
  const lists = [choices, ...Object.values(translations ?? {}).map((texts) => texts?.choices ?? [])]
  if (lists.some((list) => new Set(list).size < list.length))
    throw invalid('choices', 'choices must differ from each other.')()
}

async function refuseTooMany(at: ChangeContext, eventId: number, questionId: number, atGate: boolean): Promise<void> {
  const others = await countOthers(at, eventId, questionId)
  if (others.active >= QUESTIONS_MAX) throw conflict(`An event asks ${QUESTIONS_MAX} questions at most.`)()
  if (atGate && others.at_gate >= AT_GATE_MAX) {
    throw conflictOn('show_at_gate', `Gates show the answers to ${AT_GATE_MAX} questions of an event at most.`)()
  }
}

/** Besides this question: those that are asked, and those that gates show, which archived ones still are. */
async function countOthers({ orgId, tx }: ChangeContext, eventId: number, questionId: number) {
  const [counts] = await tx<{ active: number; at_gate: number }[]>`
    select count(*) filter (where question_status = 'active') as active, count(*) filter (where show_at_gate) as at_gate
    from questions
    where org_id = ${orgId}
      and event_id = ${eventId}
      and question_id <> ${questionId}`
  return counts ?? { active: 0, at_gate: 0 }
}

/** Where a checkout learns whether there is anything to ask. */
const noteAsking = ({ orgId, tx, clock }: ChangeContext, eventId: number, asks: boolean) => tx`
  update events
  set asks_questions = ${asks}, changed_at = ${clock(orgId)}
  where org_id = ${orgId}
    and event_id = ${eventId}
    and asks_questions <> ${asks}`
