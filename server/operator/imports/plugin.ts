import { importPeople } from './import-people.manage.ts'

export const importOperations = [importPeople]
