import { listInstalments } from './list-instalments.manage.ts'
import { retrieveInstalment } from './retrieve-instalment.manage.ts'

export const instalmentOperations = [listInstalments, retrieveInstalment]
