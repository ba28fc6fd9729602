import { beginSignOn } from './begin-sign-on.ts'
import { finishSignOn } from './finish-sign-on.ts'
import { lookAtSignOn } from './look-at-sign-on.ts'
import { removeStaffProvider } from './remove-staff-provider.manage.ts'
import { retrieveStaffProvider } from './retrieve-staff-provider.manage.ts'
import { setStaffProvider } from './set-staff-provider.manage.ts'

export const staffSignOnOperations = [
  lookAtSignOn,
  beginSignOn,
  finishSignOn,
  retrieveStaffProvider,
  setStaffProvider,
  removeStaffProvider,
]
