import { manageQuestions } from './questions.manage.ts'

export const questionOperations = [...manageQuestions]
