import { closeTill, listTills, moveCash, openTill, retrieveTill } from './tills.manage.ts'

export const tillOperations = [listTills, openTill, retrieveTill, moveCash, closeTill]
