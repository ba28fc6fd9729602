import { manageInstalments } from './instalments.manage.ts'
import { listInstalments } from './list-instalments.manage.ts'

export const instalmentOperations = [listInstalments, ...manageInstalments]
