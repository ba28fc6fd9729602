import type { Operation } from '../../operation.ts'
import { closeTill, listTills, moveCash, openTill, retrieveTill } from './tills.manage.ts'

export const tillOperations: Operation[] = [listTills, openTill, retrieveTill, moveCash, closeTill]
