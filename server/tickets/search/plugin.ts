import { search } from './search.manage.ts'

export const searchOperations = [search]
