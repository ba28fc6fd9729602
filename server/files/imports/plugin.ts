import { importPeople } from './import-people.manage.ts'
import { importTranslations } from './import-translations.manage.ts'

export const importOperations = [importPeople, importTranslations]
