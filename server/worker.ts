import { purgeRateLimitWindows } from './access/rate-limits/store.ts'
import { createSettleDeps } from './checkout/answers/settle-deps.ts'
import { alarmAboutStuckPayments } from './checkout/answers/stuck-payments.ts'
import { purgeHoldingAddresses } from './checkout/baskets/held-places.ts'
import { purgeBaskets } from './checkout/baskets/purge-baskets.ts'
import { purgeMemberCodes } from './checkout/member-proof/purge-member-codes.ts'
import { releaseMeans } from './collection/collection/release-means.ts'
import { purgeRuns } from './collection/runs/purge-runs.ts'
import { dueJobs } from './fans/clock/due-jobs.ts'
import { advanceClocks, workAhead } from './fans/clock/move-clocks.ts'
import { forgetAccounts } from './fans/debt-page/forget-accounts.ts'
import { followDisputes } from './ledger/disputes/follow-disputes.ts'
import { purgeMessages } from './messages/webhooks/purge.ts'
import { deliverDocuments } from './papers/peppol/deliver-documents.ts'
import { purgePasses } from './papers/wallet/purge-passes.ts'
import { type WalletServices, walletTeller } from './papers/wallet/tell-wallets.ts'
import { registerDomains } from './payments/payment-domains/register-domains.ts'
import type { Payments } from './payments/payments/providers.ts'
import { purgeLinkCodes } from './people/sso/purge-link-codes.ts'
import { purgeStaff } from './people/staff/attempts.ts'
import { purgeIdempotencyKeys } from './platform/idempotency/stored-answers.ts'
import type { Outbound } from './platform/outbound/outbound.ts'
import type { Sql } from './platform/postgres/database.ts'
import { giveIdBlocks } from './platform/postgres/id-blocks.ts'
import { keepStatistics } from './platform/postgres/keep-statistics.ts'
import { alarmAboutNodes } from './platform/postgres/reach.ts'
import { SORT_EVERY_MS, sortSearchLists } from './platform/postgres/sort-search-lists.ts'
import type { Task } from './platform/process/periodic.ts'
import { type ClockOffsets, organisationClock, type SystemClock } from './platform/values/clock.ts'
import type { DueJob } from './platform/values/due-job.ts'
import type { Seal } from './platform/values/seal.ts'
import { createRotationKeyStore } from './tickets/tickets/rotation-keys.ts'
import { checkVatIds } from './tickets/vat-checks/check-vat-ids.ts'
import type { AskVatService } from './tickets/vat-checks/vat-answer.ts'

type WorkerDeps = {
  sql: Sql
  clock: SystemClock
  offsets: ClockOffsets
  seal: Seal
  publicUrl: string
  payments: Payments
  outbound: Outbound
  mail: { tasks: Task[]; jobs: DueJob[] }
  wallets: WalletServices
  /** Undefined: never. */
  askVatService: AskVatService | undefined
}

/** What must happen from time to time, whichever process does it. Every task may run twice at once without harm. */
export function workerTasks(deps: WorkerDeps): Task[] {
  const { sql, clock: systemClock, offsets, seal, publicUrl, payments, outbound, mail, wallets, askVatService } = deps
  const clock = organisationClock(systemClock, offsets)
  const clocks = { clock, systemClock }
  const rotation = createRotationKeyStore({ seal, systemClock })
  const jobs: DueJob[] = [
    ...dueJobs(createSettleDeps({ sql, clock, systemClock, seal, payments })),
    {
      name: 'check VAT numbers',
      everyMs: 30_000,
      run: (clocks) => checkVatIds({ sql, askService: askVatService, ...clocks }),
    },
    {
      name: 'deliver documents',
      everyMs: 15_000,
      run: (by) => deliverDocuments({ sql, seal, outbound, ...by }),
    },
    ...mail.jobs,
  ]
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
    ...jobs.map(({ name, everyMs, run }) => ({ name, everyMs, run: () => run(clocks) })),
    { name: 'purge baskets', everyMs: 60_000, run: () => purgeBaskets(sql, systemClock) },
    { name: 'purge holding addresses', everyMs: 600_000, run: () => purgeHoldingAddresses(sql, systemClock) },
    { name: 'follow disputes', everyMs: 3_600_000, run: () => followDisputes({ sql, clock, systemClock, payments }) },
    { name: 'release means of payment', everyMs: 60_000, run: () => releaseMeans({ sql, systemClock, payments }) },
    { name: 'forget accounts', everyMs: 3_600_000, run: () => forgetAccounts(sql, systemClock) },
    {
      name: 'register hosts for wallets',
      everyMs: 60_000,
      run: () => registerDomains({ sql, systemClock, payments, publicUrl }),
    },
    { name: 'purge runs', everyMs: 3_600_000, run: () => purgeRuns(sql, systemClock) },
    {
      name: 'tell wallets',
      everyMs: 15_000,
      run: walletTeller({ sql, clock, systemClock, seal, publicUrl, rotation, services: wallets }),
    },
    { name: 'purge wallet passes', everyMs: 3_600_000, run: () => purgePasses(sql, systemClock) },
    { name: 'alarm about stuck payments', everyMs: 3600_000, run: () => alarmAboutStuckPayments(sql, systemClock) },
    { name: 'advance clocks', everyMs: 1_000, run: () => advanceClocks({ sql, ...clocks, offsets, jobs }) },
    { name: 'work ahead', everyMs: 5_000, run: () => workAhead({ sql, ...clocks, offsets, jobs }) },
    ...mail.tasks,
  ]
}
