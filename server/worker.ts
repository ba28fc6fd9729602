import { purgeRateLimitWindows } from './access/rate-limits/store.ts'
import { purgeMessages } from './messages/webhooks/purge.ts'
import { beginTerms } from './people/members/begin-terms.ts'
import { purgeLinkCodes } from './people/sso/purge-link-codes.ts'
import { purgeStaff } from './people/staff/attempts.ts'
import { purgeIdempotencyKeys } from './platform/idempotency/stored-answers.ts'
import type { Sql } from './platform/postgres/database.ts'
import { giveIdBlocks } from './platform/postgres/id-blocks.ts'
import { keepStatistics } from './platform/postgres/keep-statistics.ts'
import { alarmAboutNodes } from './platform/postgres/reach.ts'
import { SORT_EVERY_MS, sortSearchLists } from './platform/postgres/sort-search-lists.ts'
import type { Task } from './platform/process/periodic.ts'
import { organisationClock, type SystemClock } from './platform/values/clock.ts'
import type { Seal } from './platform/values/seal.ts'
import { purgeHoldingAddresses } from './sales/baskets/held-places.ts'
import { purgeBaskets } from './sales/baskets/purge-baskets.ts'
import { sweepBaskets } from './sales/baskets/sweep-baskets.ts'
import { giveUpPayments } from './sales/checkout/give-up-payments.ts'
import { reconcileOrders } from './sales/checkout/reconcile.ts'
import { createSettleDeps } from './sales/checkout/sale-engine.ts'
import { alarmAboutStuckPayments } from './sales/checkout/stuck-payments.ts'
import { watchPayments } from './sales/checkout/watch-payments.ts'
import { collectDue } from './sales/collection/collect-due.ts'
import { releaseMeans } from './sales/collection/release-means.ts'
import { expireCredits } from './sales/credits/expire-credits.ts'
import { forgetAccounts } from './sales/debt-page/forget-accounts.ts'
import { tellOverdue } from './sales/debts/tell-overdue.ts'
import { followDisputes } from './sales/disputes/follow-disputes.ts'
import { tellOfMoves } from './sales/mails/tell-of-moves.ts'
import { purgeMemberCodes } from './sales/member-proof/purge-member-codes.ts'
import type { Payments } from './sales/payments/providers.ts'
import { continueRefundRuns } from './sales/refunds/continue-refund-runs.ts'
import { reconcileRefunds } from './sales/refunds/reconcile-refunds.ts'
import { continueRuns } from './sales/runs/continue-runs.ts'
import { purgeRuns } from './sales/runs/purge-runs.ts'
import { createRotationKeyStore } from './sales/tickets/rotation-keys.ts'
import { purgePasses } from './sales/wallet/purge-passes.ts'
import { type WalletServices, walletTeller } from './sales/wallet/tell-wallets.ts'

type WorkerDeps = {
  sql: Sql
  clock: SystemClock
  seal: Seal
  publicUrl: string
  payments: Payments
  mailTasks: Task[]
  wallets: WalletServices
}

/** What must happen from time to time, whichever process does it. Every task may run twice at once without harm. */
export function workerTasks(deps: WorkerDeps): Task[] {
  const { sql, clock: systemClock, seal, publicUrl, payments, mailTasks, wallets } = deps
  const clock = organisationClock(systemClock)
  const rotation = createRotationKeyStore({ seal, systemClock })
  const settling = createSettleDeps({ sql, clock, systemClock, seal, payments })
  return [
    { name: 'purge rate limit windows', everyMs: 60_000, run: () => purgeRateLimitWindows(sql, systemClock) },
    { name: 'purge webhook messages', everyMs: 3_600_000, run: () => purgeMessages(sql, systemClock) },
    { name: 'purge idempotency keys', everyMs: 600_000, run: () => purgeIdempotencyKeys(sql, systemClock) },
    { name: 'purge link codes', everyMs: 600_000, run: () => purgeLinkCodes(sql, systemClock) },
    { name: 'purge member codes', everyMs: 600_000, run: () => purgeMemberCodes(sql, systemClock) },
    { name: 'purge staff sessions', everyMs: 600_000, run: () => purgeStaff(sql, systemClock()) },
    { name: 'give id blocks', everyMs: 5_000, run: () => giveIdBlocks(sql) },
    { name: 'look at nodes', everyMs: 30_000, run: () => alarmAboutNodes(sql) },
    { name: 'keep statistics', everyMs: 5_000, run: () => keepStatistics(sql) },
    { name: 'sort search lists', everyMs: SORT_EVERY_MS, run: () => sortSearchLists(sql) },
    { name: 'sweep baskets', everyMs: 5_000, run: () => sweepBaskets(sql, { clock, systemClock }) },
    { name: 'purge baskets', everyMs: 60_000, run: () => purgeBaskets(sql, systemClock) },
    { name: 'purge holding addresses', everyMs: 600_000, run: () => purgeHoldingAddresses(sql, systemClock) },
    { name: 'reconcile orders', everyMs: 5_000, run: () => reconcileOrders(settling) },
    { name: 'give payments up', everyMs: 15_000, run: () => giveUpPayments(settling) },
    { name: 'watch payments', everyMs: 30_000, run: () => watchPayments(settling) },
    { name: 'follow disputes', everyMs: 3_600_000, run: () => followDisputes({ sql, clock, systemClock, payments }) },
    { name: 'collect instalments', everyMs: 60_000, run: () => collectDue(settling) },
    { name: 'release means of payment', everyMs: 60_000, run: () => releaseMeans({ sql, systemClock, payments }) },
    { name: 'tell of overdue debts', everyMs: 900_000, run: () => tellOverdue({ sql, clock, systemClock }) },
    { name: 'forget accounts', everyMs: 3_600_000, run: () => forgetAccounts(sql, systemClock) },
    { name: 'begin terms', everyMs: 60_000, run: () => beginTerms({ sql, clock, systemClock }) },
    { name: 'expire credits', everyMs: 3_600_000, run: () => expireCredits({ sql, clock, systemClock }) },
    { name: 'reconcile refunds', everyMs: 15_000, run: () => reconcileRefunds({ sql, clock, systemClock, payments }) },
    {
      name: 'refund cancelled events',
      everyMs: 5_000,
      run: () => continueRefundRuns({ sql, clock, systemClock, payments }),
    },
    { name: 'go on with runs', everyMs: 2_000, run: () => continueRuns({ sql, clock, systemClock, payments }) },
    { name: 'purge runs', everyMs: 3_600_000, run: () => purgeRuns(sql, systemClock) },
    { name: 'tell of moved events', everyMs: 5_000, run: () => tellOfMoves({ sql, clock, systemClock }) },
    {
      name: 'tell wallets',
      everyMs: 15_000,
      run: walletTeller({ sql, clock, systemClock, seal, publicUrl, rotation, services: wallets }),
    },
    { name: 'purge wallet passes', everyMs: 3_600_000, run: () => purgePasses(sql, systemClock) },
    { name: 'alarm about stuck payments', everyMs: 3600_000, run: () => alarmAboutStuckPayments(sql, systemClock) },
    ...mailTasks,
  ]
}
