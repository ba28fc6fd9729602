import type { Operation } from '../../operation.ts'
import { manageQuestions } from './questions.manage.ts'

export const questionOperations: Operation[] = [...manageQuestions]
