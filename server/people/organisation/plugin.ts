import { changeOrganisation } from './change-organisation.manage.ts'
import { retrieveOrganisation } from './retrieve-organisation.ts'

export const organisation = [retrieveOrganisation, changeOrganisation]
