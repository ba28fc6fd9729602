import { type Static, Type } from 'typebox'

/** What was answered, with the question as it was put then. */
export const GivenAnswer = Type.Object(
  {
    question_id: Type.Integer(),
    key: Type.String(),
    question: Type.String({ description: 'as it was asked' }),
    answer: Type.String({ description: 'yes or no, where it is a consent' }),
  },
  { title: 'GivenAnswer' },
)
export type GivenAnswer = Static<typeof GivenAnswer>

/** A column of answers. */
export const AnswersColumn = Type.Unsafe<GivenAnswer[] | null>({ type: ['array', 'null'] })

/** Field by field, as the column came from the database. */
export const toAnswers = (column: GivenAnswer[] | null): GivenAnswer[] =>
  (column ?? []).map(({ question_id, key, question, answer }) => ({ question_id, key, question, answer }))
