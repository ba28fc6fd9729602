import type { OrgId } from '../../access/principal.ts'
import type { Sql } from '../../platform/postgres/database.ts'
import type { CsvCell } from '../../platform/values/csv.ts'
import type { GivenAnswer } from '../../programme/questions/answer.ts'

/** The columns of a file that answers go into. */
export type AnswerColumns = { names: string[]; cells: (answers: GivenAnswer[]) => Record<string, CsvCell> }

/** Those asked now come first; of the archived, which have no bound, as many as a spreadsheet is still read with. */
const COLUMNS_MAX = 100

/** Of one event a column for each question; of all, whose questions differ, one column that quotes question and answer. */
export async function answerColumns(
  orgId: OrgId,
  sql: Sql,
  eventId: number | undefined,
  askedOf: 'order' | 'ticket',
): Promise<AnswerColumns> {
  if (eventId === undefined) return { names: ['answers'], cells: (answers) => ({ answers: quoted(answers) }) }
  const questions = await sql<{ key: string }[]>`
    select key
    from questions
    where org_id = ${orgId}
      and event_id = ${eventId}
      and asked_of = ${askedOf}
    order by question_status, order_by, question_id
    limit ${COLUMNS_MAX}`
  return {
    names: questions.map(({ key }) => columnOf(key)),
    cells: (answers) => Object.fromEntries(answers.map(({ key, answer }) => [columnOf(key), answer])),
  }
}

/** The column is named like the field of a checkout. */
const columnOf = (key: string) => `answers[${key}]`

const quoted = (answers: GivenAnswer[]): string | null =>
  answers.length === 0 ? null : answers.map(({ question, answer }) => `${question}: ${answer}`).join('; ')
