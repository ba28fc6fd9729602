import { type Static, Type } from 'typebox'
import type { OrgId } from '../../access/principal.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Fragment } from '../../platform/postgres/sql.ts'

/** What a steward reads in passing. */
const CHARACTERS_MAX = 200

export const GateAnswer = Type.Object({ question: Type.String(), answer: Type.String() }, { title: 'GateAnswer' })
export type GateAnswer = Static<typeof GateAnswer>

/** Of the ticket `t`: its answers to questions that gates show. Where it has none, nothing is looked up. */
export const answersAtGate = (orgId: OrgId, sql: Db): Fragment => sql`case when t.answers is not null then (
      select json_agg(
        json_build_object('question', q.title, 'answer', left(a.answer, ${CHARACTERS_MAX}::integer))
        order by q.order_by, q.question_id
      )
      from jsonb_to_recordset(t.answers) as a (question_id bigint, answer text)
      join questions q on q.org_id = ${orgId} and q.question_id = a.question_id
      where q.org_id = ${orgId}
        and q.show_at_gate
    ) end`

/** Of the ticket `t`: its answers to these questions, for a device that has their words already. */
export const answersTo = (sql: Db, questionIds: number[]): Fragment =>
  questionIds.length === 0
    ? sql`null::jsonb`
    : sql`case when t.answers is not null then (
      select jsonb_agg(
        jsonb_build_object('question_id', a.question_id, 'answer', left(a.answer, ${CHARACTERS_MAX}::integer))
      )
      from jsonb_to_recordset(t.answers) as a (question_id bigint, answer text)
      where a.question_id = any (${questionIds}::bigint[])
    ) end`

/** The questions of an event whose answers gates show, in their order. */
export const findGateQuestions = (orgId: OrgId, sql: Db, eventId: number) => sql<
  { question_id: number; title: string }[]
>`
  select question_id, title
  from questions
  where org_id = ${orgId}
    and event_id = ${eventId}
    and show_at_gate
  order by order_by, question_id
  limit 10`
