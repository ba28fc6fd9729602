import { csvOperation, OfEvent } from './csv-operation.ts'

const config = { scope: 'programme:manage' } as const

export const exportTranslationsCsv = csvOperation('translations', {
  operationId: 'exportTranslationsCsv',
  ...config,
  description:
    'A line for each text of an event, its price categories, prices and questions, with what it is in every language, as POST /v1/manage/translations takes it back. Choices of questions are not in it. Two at once for an organisation.',
  query: OfEvent,
})
