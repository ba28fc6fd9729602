import { closeTill } from './close-till.manage.ts'
import { listTillCloses } from './list-till-closes.manage.ts'
import { listTills } from './list-tills.manage.ts'
import { moveCash } from './move-cash.manage.ts'
import { openTill } from './open-till.manage.ts'
import { retrieveTill } from './retrieve-till.manage.ts'
import { retrieveTillClose } from './retrieve-till-close.manage.ts'

export const tillOperations = [
  listTills,
  openTill,
  retrieveTill,
  moveCash,
  closeTill,
  listTillCloses,
  retrieveTillClose,
]
