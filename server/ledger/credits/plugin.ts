import { grantCredit } from './grant-credit.manage.ts'
import { listCreditEntries } from './list-credit-entries.manage.ts'
import { listCredits } from './list-credits.manage.ts'
import { listOwnCredits } from './list-own-credits.ts'
import { withdrawCredit } from './withdraw-credit.manage.ts'

export const creditOperations = [listCredits, listCreditEntries, grantCredit, withdrawCredit, listOwnCredits]
