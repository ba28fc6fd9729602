import { listMissingPayments } from './list-missing-payments.manage.ts'
import { listPayoutMovements } from './list-payout-movements.manage.ts'
import { listPayouts } from './list-payouts.manage.ts'
import { retrievePayout } from './retrieve-payout.manage.ts'

/** What the payment provider has paid out, and whether the books say the same. */
export const payoutOperations = [listPayouts, retrievePayout, listPayoutMovements, listMissingPayments]
