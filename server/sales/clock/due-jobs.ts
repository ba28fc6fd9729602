import { beginTerms } from '../../people/members/begin-terms.ts'
import type { DueJob } from '../../platform/values/due-job.ts'
import { matchBankLines } from '../bank/match-bank-lines.ts'
import { sweepBaskets } from '../baskets/sweep-baskets.ts'
import { giveUpPayments } from '../checkout/give-up-payments.ts'
import { leadBuyersBack } from '../checkout/lead-buyers-back.ts'
import { reconcileOrders } from '../checkout/reconcile.ts'
import type { SettleDeps } from '../checkout/settle-payment.ts'
import { watchPayments } from '../checkout/watch-payments.ts'
import { announceDebits } from '../collection/announce-debits.ts'
import { collectDue } from '../collection/collect-due.ts'
import { expireCredits } from '../credits/expire-credits.ts'
import { tellOverdue } from '../debts/tell-overdue.ts'
import { returnDebits } from '../disputes/return-debits.ts'
import { issueDocuments } from '../documents/issue-documents.ts'
import { takeSteps } from '../ladder/take-steps.ts'
import { tellOfMoves } from '../mails/tell-of-moves.ts'
import { readPayouts } from '../payouts/read-payouts.ts'
import { continueRefundRuns } from '../refunds/continue-refund-runs.ts'
import { reconcileRefunds } from '../refunds/reconcile-refunds.ts'
import { announceRenewals } from '../renewals/announce-renewals.ts'
import { renewDue } from '../renewals/renew-due.ts'
import { continueRuns } from '../runs/continue-runs.ts'
import { remindOfTransfers } from '../transfers/remind-of-transfers.ts'

/** In the order in which what is due at one instant is done where a sandbox's clock is moved. */
export const dueJobs = (deps: SettleDeps): DueJob[] => [
  { name: 'sweep baskets', everyMs: 5_000, run: (clocks) => sweepBaskets(deps.sql, clocks) },
  { name: 'reconcile orders', everyMs: 5_000, run: (clocks) => reconcileOrders({ ...deps, ...clocks }) },
  { name: 'give payments up', everyMs: 15_000, run: (clocks) => giveUpPayments({ ...deps, ...clocks }) },
  { name: 'watch payments', everyMs: 30_000, run: (clocks) => watchPayments({ ...deps, ...clocks }) },
  { name: 'remind of transfers', everyMs: 60_000, run: (clocks) => remindOfTransfers({ sql: deps.sql, ...clocks }) },
  { name: 'lead buyers back', everyMs: 30_000, run: (clocks) => leadBuyersBack({ sql: deps.sql, ...clocks }) },
  { name: 'match bank lines', everyMs: 15_000, run: (clocks) => matchBankLines({ ...deps, ...clocks }) },
  { name: 'read payouts', everyMs: 60_000, run: (clocks) => readPayouts({ ...deps, ...clocks }) },
  { name: 'begin terms', everyMs: 60_000, run: (clocks) => beginTerms({ sql: deps.sql, ...clocks }) },
  { name: 'announce debits', everyMs: 900_000, run: (clocks) => announceDebits({ sql: deps.sql, ...clocks }) },
  { name: 'announce renewals', everyMs: 60_000, run: (clocks) => announceRenewals({ sql: deps.sql, ...clocks }) },
  { name: 'renew memberships', everyMs: 60_000, run: (clocks) => renewDue({ ...deps, ...clocks }) },
  { name: 'collect instalments', everyMs: 5_000, run: (clocks) => collectDue({ ...deps, ...clocks }) },
  { name: 'return debits of sandboxes', everyMs: 60_000, run: (clocks) => returnDebits({ sql: deps.sql, ...clocks }) },
  { name: 'tell of overdue debts', everyMs: 900_000, run: (clocks) => tellOverdue({ sql: deps.sql, ...clocks }) },
  { name: 'take steps of ladders', everyMs: 60_000, run: (clocks) => takeSteps({ sql: deps.sql, ...clocks }) },
  { name: 'expire credits', everyMs: 3_600_000, run: (clocks) => expireCredits({ sql: deps.sql, ...clocks }) },
  { name: 'reconcile refunds', everyMs: 15_000, run: (clocks) => reconcileRefunds({ ...deps, ...clocks }) },
  { name: 'refund cancelled events', everyMs: 5_000, run: (clocks) => continueRefundRuns({ ...deps, ...clocks }) },
  { name: 'go on with runs', everyMs: 2_000, run: (clocks) => continueRuns({ ...deps, ...clocks }) },
  { name: 'issue documents', everyMs: 15_000, run: (clocks) => issueDocuments({ sql: deps.sql, ...clocks }) },
  { name: 'tell of moved events', everyMs: 5_000, run: (clocks) => tellOfMoves({ sql: deps.sql, ...clocks }) },
]
