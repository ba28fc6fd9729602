import { moveInstalment } from './move-instalment.manage.ts'
import { retryInstalment } from './retry-instalment.manage.ts'

export const collectionOperations = [moveInstalment, retryInstalment]
