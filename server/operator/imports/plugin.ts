import type { Operation } from '../../operation.ts'
import { importPeople } from './import-people.manage.ts'

export const importOperations: Operation[] = [importPeople]
