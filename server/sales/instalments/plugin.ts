import { retrieveInstalment } from './instalments.manage.ts'
import { listInstalments } from './list-instalments.manage.ts'

export const instalmentOperations = [listInstalments, retrieveInstalment]
