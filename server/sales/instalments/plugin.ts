import { listInstalments } from './list-instalments.manage.ts'
import { manageInstalments } from './record-instalments.manage.ts'

export const instalmentOperations = [listInstalments, ...manageInstalments]
