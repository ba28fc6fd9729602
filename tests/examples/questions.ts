import { QuestionRow } from '../../server/programme/questions/question.ts'
import { addEvent } from '../builders/events.ts'
import { addQuestion } from '../builders/questions.ts'
import type { OperationExample } from './example.ts'
import { managed } from './managed.ts'

const question = {
  key: 'diet',
  kind: 'choice',
  asked_of: 'ticket',
  title: 'What do you eat?',
  choices: ['all', 'no meat'],
}

export const questionExamples: Record<string, OperationExample> = managed({
  one: 'Question',
  many: 'Questions',
  id: 'question_id',
  row: QuestionRow,
  listPath: ({ event_id }) => `/v1/manage/events/${event_id}/questions`,
  parent: async (house, tenant) => ({ event_id: await addEvent(house, tenant) }),
  add: (house, tenant, { event_id = 0 }) => addQuestion(house, tenant, event_id),
  create: async () => ({ body: question, otherBody: { ...question, key: 'food' } }),
  change: { body: { title: 'Whom do we call?', order_by: 3 }, otherBody: { required: true } },
})
