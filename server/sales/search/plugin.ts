import type { Operation } from '../../operation.ts'
import { search } from './search.manage.ts'

export const searchOperations: Operation[] = [search]
