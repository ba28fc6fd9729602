import { giveUpPayments } from '../../checkout/answers/give-up-payments.ts'
import { leadBuyersBack } from '../../checkout/answers/lead-buyers-back.ts'
import { reconcileOrders } from '../../checkout/answers/reconcile.ts'
import type { SettleDeps } from '../../checkout/answers/settle-deps.ts'
import { watchPayments } from '../../checkout/answers/watch-payments.ts'
import { sweepBaskets } from '../../checkout/baskets/sweep-baskets.ts'
import { announceRenewals } from '../../checkout/renewals/announce-renewals.ts'
import { renewDue } from '../../checkout/renewals/renew-due.ts'
import { remindOfTransfers } from '../../checkout/transfers/remind-of-transfers.ts'
import { matchBankLines } from '../../collection/bank/match-bank-lines.ts'
import { announceDebits } from '../../collection/collection/announce-debits.ts'
import { collectDue } from '../../collection/collection/collect-due.ts'
import { continueRuns } from '../../collection/runs/continue-runs.ts'
import { expireCredits } from '../../ledger/credits/expire-credits.ts'
import { tellOverdue } from '../../ledger/debts/tell-overdue.ts'
import { followSandboxes } from '../../ledger/disputes/follow-disputes.ts'
import { returnDebits } from '../../ledger/disputes/return-debits.ts'
import { takeSteps } from '../../ledger/ladder/take-steps.ts'
import { continueRefundRuns } from '../../ledger/refunds/continue-refund-runs.ts'
import { reconcileRefunds } from '../../ledger/refunds/reconcile-refunds.ts'
import { issueDocuments } from '../../papers/documents/issue-documents.ts'
import { readPayouts } from '../../payments/payouts/read-payouts.ts'
import { beginTerms } from '../../people/members/begin-terms.ts'
import type { DueJob } from '../../platform/values/due-job.ts'
import { sweepKeptSeats } from '../../programme/seasons/sweep-kept-seats.ts'
import { tellOfMoves } from '../mails/tell-of-moves.ts'

/** In the order in which what is due at one instant is done where a sandbox's clock is moved. */
export const dueJobs = (deps: SettleDeps): DueJob[] => [
  { name: 'sweep baskets', everyMs: 5_000, run: (clocks) => sweepBaskets(deps.sql, clocks) },
  { name: 'sweep kept seats', everyMs: 30_000, run: (clocks) => sweepKeptSeats(deps.sql, clocks) },
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
  {
    name: 'follow disputes of sandboxes',
    everyMs: 60_000,
    run: (clocks) => followSandboxes({ sql: deps.sql, ...clocks }),
  },
  { name: 'tell of overdue debts', everyMs: 900_000, run: (clocks) => tellOverdue({ sql: deps.sql, ...clocks }) },
  { name: 'take steps of ladders', everyMs: 60_000, run: (clocks) => takeSteps({ sql: deps.sql, ...clocks }) },
  { name: 'expire credits', everyMs: 3_600_000, run: (clocks) => expireCredits({ sql: deps.sql, ...clocks }) },
  { name: 'reconcile refunds', everyMs: 15_000, run: (clocks) => reconcileRefunds({ ...deps, ...clocks }) },
  { name: 'refund cancelled events', everyMs: 5_000, run: (clocks) => continueRefundRuns({ ...deps, ...clocks }) },
  { name: 'go on with runs', everyMs: 2_000, run: (clocks) => continueRuns({ ...deps, ...clocks }) },
  { name: 'issue documents', everyMs: 15_000, run: (clocks) => issueDocuments({ sql: deps.sql, ...clocks }) },
  { name: 'tell of moved events', everyMs: 5_000, run: (clocks) => tellOfMoves({ sql: deps.sql, ...clocks }) },
]
