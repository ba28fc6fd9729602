import { listLegalPages } from './list-legal-pages.manage.ts'
import { retrieveLegalPage } from './retrieve-legal-page.ts'
import { setLegalPage } from './set-legal-page.manage.ts'

/** What a shop owes its buyers in writing. */
export const legalOperations = [listLegalPages, setLegalPage, retrieveLegalPage]
