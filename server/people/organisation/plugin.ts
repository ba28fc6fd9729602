import type { Operation } from '../../operation.ts'
import { changeOrganisation } from './change-organisation.manage.ts'
import { retrieveOrganisation } from './retrieve-organisation.ts'

export const organisation: Operation[] = [retrieveOrganisation, changeOrganisation]
