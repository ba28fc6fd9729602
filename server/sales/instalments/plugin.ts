import type { Operation } from '../../operation.ts'
import { listInstalments } from './list-instalments.manage.ts'
import { manageInstalments } from './record-instalments.manage.ts'

export const instalmentOperations: Operation[] = [listInstalments, ...manageInstalments]
