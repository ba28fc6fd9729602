import { type Static, Type } from 'typebox'
import type { Language } from '../../../faces/kit/languages.ts'
import type { OrgId } from '../../access/principal.ts'
import { Nullable, OneOf } from '../../platform/http/schema.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'
import { conflictOn, invalid, missing } from '../../resources/constraints.ts'
import type { Resource } from '../../resources/resource.ts'
import { type Translations, TranslationsColumn, translationsOutput } from '../translations.ts'

export const questionKinds = ['text', 'choice', 'consent'] as const
export const askedOf = ['order', 'ticket'] as const

/** What a form needs to ask it. */
const asked = {
  question_id: Type.Integer(),
  key: Type.String({ description: 'what forms and files call it: answers[<key>]' }),
  kind: OneOf([...questionKinds], { description: 'a consent is answered yes or no' }),
  asked_of: OneOf([...askedOf], { description: 'once for the order, or for each ticket' }),
  title: Type.String({ description: 'the question' }),
  description: Nullable(Type.String()),
  choices: Type.Array(Type.String(), { description: 'of a choice: one of them is the answer' }),
  required: Type.Boolean({ description: 'a consent that is required must be given' }),
}

/** A question as an event tells it to its buyers. */
export const EventQuestion = Type.Object(asked, { title: 'EventQuestion' })
export type EventQuestion = Static<typeof EventQuestion>

/** The same as it is read, with its other languages. */
export type AskedInEvent = EventQuestion & { translations: Translations }

/** Choices in a language, where each of them has its words there. What is answered is the choice, whatever its words. */
export function choicesIn(
  { choices, translations }: Pick<AskedInEvent, 'choices' | 'translations'>,
  language?: Language,
) {
  const translated = language === undefined ? undefined : translations?.[language]?.choices
  return Array.isArray(translated) && translated.length === choices.length ? translated : choices
}

const Question = Type.Object(
  {
    ...asked,
    translations: translationsOutput('title', 'description', 'choices'),
    event_id: Type.String(),
    show_at_gate: Type.Boolean({ description: 'stewards see the answer' }),
    order_by: Type.Integer(),
    question_status: OneOf(['active', 'archived']),
  },
  { title: 'Question' },
)

export const QuestionRow = Type.Object({
  question_id: Type.Integer(),
  event_id: Type.Integer(),
  key: Type.String(),
  kind: OneOf([...questionKinds]),
  asked_of: OneOf([...askedOf]),
  title: Type.String(),
  description: Nullable(Type.String()),
  choices: Type.Array(Type.String()),
  translations: TranslationsColumn,
  required: Type.Boolean(),
  show_at_gate: Type.Boolean(),
  order_by: Type.Integer(),
  question_status: OneOf(['active', 'archived']),
})
export type QuestionRow = Static<typeof QuestionRow>

export const questions: Resource<QuestionRow, Static<typeof Question>> = {
  singular: 'question',
  operationNames: { one: 'Question', many: 'Questions' },
  object: 'questions',
  listPath: '/v1/manage/events/:event_id/questions',
  parentTable: 'events',
  itemPath: '/v1/manage/questions/:question_id',
  table: 'questions',
  id: 'question_id',
  scope: 'programme:manage',
  tag: 'Events',
  schema: Question,
  whenCreated: 'Every checkout of the event asks it from now on, the box office included.',
  // The event first, which a checkout shares: it reads the questions as they are before the change, or after it.
  lock: async (orgId, sql, questionId) => {
    await sql`
      select 1
      from events
      where org_id = ${orgId}
        and event_id = (
          select event_id
          from questions
          where org_id = ${orgId}
            and question_id = ${questionId}
        )
      for no key update`
  },
  select: (sql) => sql`
    select t.question_id, t.event_id, t.key, t.kind, t.asked_of, t.title, t.description, t.choices, t.translations, t.required,
      t.show_at_gate, t.order_by, t.question_status
    from questions t`,
  toItem: (row) =>
    ({
      question_id: row.question_id,
      key: row.key,
      kind: row.kind,
      asked_of: row.asked_of,
      title: row.title,
      description: row.description,
      choices: row.choices,
      translations: row.translations ?? {},
      required: row.required,
      event_id: String(row.event_id),
      show_at_gate: row.show_at_gate,
      order_by: row.order_by,
      question_status: row.question_status,
    }) satisfies Static<typeof Question>,
  constraints: {
    questions_by_key: conflictOn('key', 'The event has, or had, a question with this key.'),
    questions_choices_of_a_choice: invalid('choices', 'choices are for a choice, which needs some.'),
    questions_at_gate_of_tickets: invalid('show_at_gate', 'Gates show answers of tickets only.'),
    questions_org_id_event_id_fkey: missing('event_id'),
  },
}

/** The questions that the event `t` asks, in their order, as one JSON list; null where it asks none. */
export const questionsAsked = (orgId: OrgId, sql: Db): Fragment => sql`case when t.asks_questions then (
      select json_agg(
        json_build_object(
          'question_id', q.question_id, 'key', q.key, 'kind', q.kind, 'asked_of', q.asked_of, 'title', q.title,
          'description', q.description, 'choices', q.choices, 'translations', q.translations, 'required', q.required
        )
        order by q.order_by, q.question_id
      )
      from questions q
      where q.org_id = ${orgId}
        and q.event_id = t.event_id
        and q.question_status = 'active'
    ) end`
