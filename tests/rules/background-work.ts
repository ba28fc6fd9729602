import assert from 'node:assert/strict'
import { unixSeconds } from '../../server/platform/values/clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../server/platform/values/durations.ts'
import { addBankLine } from '../builders/bank-lines.ts'
import { addCustomer } from '../builders/customers.ts'
import { addTransferOwed, debtSecret } from '../builders/debts.ts'
import { sellWithDocuments, sellWithVatId } from '../builders/documents.ts'
import { addInstalments } from '../builders/instalments.ts'
import { openSeasons } from '../builders/kept-seats.ts'
import { addMember } from '../builders/members.ts'
import { sellOrder } from '../builders/orders.ts'
import { handToPeppol, openPeppolClub } from '../builders/peppol.ts'
import { addOffer } from '../builders/prices.ts'
import { leaveForBank } from '../builders/redirects.ts'
import { announceNext, joinForYears } from '../builders/renewals.ts'
import { addRow } from '../builders/rows.ts'
import { addFan } from '../builders/sso.ts'
import { addStaff, asOwnPage } from '../builders/staff.ts'
import { addAwaitedTransfer } from '../builders/transfers.ts'
import { notePass } from '../builders/wallets.ts'
import { debitTasks, joinByCard } from './debit-work.ts'
import { fillFromBrowser, sendWebhooks } from './other-work.ts'
import type { Workplace } from './workplace.ts'

/** Makes something due. */
type Prepare = (place: Workplace) => Promise<unknown>

const raise: Prepare = ({ house, club }) => house.raise(club)
const buyWith =
  (...methods: string[]): Prepare =>
  async ({ buy }) => {
    for (const method of methods) await buy(method)
  }
const resend: Prepare = async ({ house, club, manage }) =>
  manage(`orders/${(await sellOrder(house, club)).orderId}/resend`, { email_address: 'ada@example.org' })

const keepSeat: Prepare = async ({ house, club }) => {
  const seasons = await openSeasons(house, club)
  await seasons.join(0)
  await seasons.follow(10)
}

type DueTask = {
  prepare?: Prepare
  afterMs: number
  onFailure?: (error: Error) => void
  /** It tells, and does nothing about what it finds. */
  findsOnly?: true
}

/** For each task of the worker, how it comes to have something to do, and how long that takes. */
export const dueTasks: Record<string, DueTask> = {
  'purge rate limit windows': { prepare: raise, afterMs: 2 * DAY_MS },
  'purge webhook messages': { prepare: sendWebhooks, afterMs: 31 * DAY_MS },
  'purge idempotency keys': {
    prepare: ({ shop }) => shop.call('POST', '/v1/baskets', {}, { 'idempotency-key': 'once' }),
    afterMs: 2 * DAY_MS,
  },
  'purge link codes': { prepare: askForLink, afterMs: DAY_MS },
  'purge member codes': {
    prepare: async ({ shop }) => {
      const { body } = await shop.open()
      await shop.call('POST', `/v1/baskets/${body.id}/member_code`, { email: 'ada@example.org' })
    },
    afterMs: HOUR_MS,
  },
  'purge staff sessions': {
    prepare: async ({ house, club }) => {
      await addStaff(house, club)
      const body = { email_address: 'nobody@club.test', password: 'a guess' }
      await house.call('POST', '/v1/staff/sign_in', { body, headers: asOwnPage })
    },
    afterMs: 8 * DAY_MS,
  },
  'look at nodes': { afterMs: 0 },
  'keep statistics': { afterMs: 0 },
  'give id blocks': { afterMs: 0 },
  'sort search lists': { afterMs: 0 },
  'sweep kept seats': { prepare: keepSeat, afterMs: 11 * DAY_MS },
  'sweep baskets': { prepare: buyWith('pm_test_declined'), afterMs: HOUR_MS },
  'purge baskets': {
    prepare: async ({ shop, house, club, run }) => {
      await shop.fill((await addOffer(house, club)).priceId, 1)
      house.clock.advance(HOUR_MS)
      await run('sweep baskets')
    },
    afterMs: 8 * DAY_MS,
  },
  'purge holding addresses': { prepare: fillFromBrowser, afterMs: DAY_MS },
  'reconcile orders': {
    prepare: buyWith('pm_test_timeout_then_paid', 'pm_test_timeout_then_failed', 'pm_test_action_abandoned'),
    afterMs: HOUR_MS,
  },
  'give payments up': { prepare: buyWith('pm_test_action_abandoned'), afterMs: HOUR_MS },
  'watch payments': {
    prepare: async ({ house, run, buy }) => {
      await buy('pm_test_action_abandoned')
      house.clock.advance(HOUR_MS)
      await run('give payments up')
    },
    afterMs: HOUR_MS,
  },
  'remind of transfers': { prepare: ({ house, club }) => addAwaitedTransfer(house, club), afterMs: 6 * DAY_MS },
  'lead buyers back': {
    prepare: async ({ house, club }) => {
      await leaveForBank(house, club)
    },
    afterMs: 20 * MINUTE_MS,
  },
  'match bank lines': {
    prepare: async ({ house, club }) => {
      await addBankLine(house, club, 'new')
    },
    afterMs: MINUTE_MS,
  },
  'read payouts': { prepare: buyWith('pm_test_ok'), afterMs: 3 * DAY_MS },
  'follow disputes': { prepare: buyWith('pm_test_disputed'), afterMs: MINUTE_MS },
  'follow disputes of sandboxes': { prepare: buyWith('pm_test_disputed'), afterMs: MINUTE_MS },
  'collect instalments': { prepare: (place) => joinByCard(place), afterMs: 40 * DAY_MS },
  'announce renewals': { prepare: joinForYears, afterMs: 340 * DAY_MS },
  'renew memberships': { prepare: announceNext, afterMs: 20 * DAY_MS },
  'take steps of ladders': {
    prepare: async (place) => {
      await joinByCard(place)
      const { house, club } = place
      await house.sql`
        update organisations
        set soft_overdue_days = 1, hard_overdue_days = 2, seat_free_days = 3
        where org_id = ${club.orgId}`
      await house.sql`
        update debts
        set first_failed_at = due_at, ladder_at = due_at, next_attempt_at = null
        where org_id = ${club.orgId}
          and closed_at is null`
    },
    afterMs: 40 * DAY_MS,
  },
  // What it does then is among the other work: this place has no provider that knows hosts.
  'register hosts for wallets': { afterMs: 0, findsOnly: true },
  'release means of payment': {
    prepare: async (place) => {
      await joinByCard(place)
      await place.house.sql`
        update payment_means set means_status = 'given_up', release_at = '-infinity'
        where org_id = ${place.club.orgId}`
    },
    afterMs: 0,
  },
  ...debitTasks,
  'tell of overdue debts': { prepare: ({ house, club }) => addInstalments(house, club), afterMs: MINUTE_MS },
  'forget accounts': {
    prepare: async ({ house, club, manage }) => {
      const { debtId } = await addTransferOwed(house, club)
      const body = { account_holder: 'Ada Okafor', account: 'DE89370400440532013000' }
      const headers = debtSecret(house, club, debtId)
      await house.call('PUT', '/v1/storefront/debt/account', { key: club.key, headers, body })
      await manage(`debts/${debtId}/record_payment`, { payment_method: 'transfer', reference: 'OUT 7' })
    },
    afterMs: 31 * DAY_MS,
  },
  'begin terms': {
    prepare: async ({ house, club }) => {
      const soon = new Date(house.clock().getTime() + MINUTE_MS)
      const memberId = await addMember(house, club, { membership_member_status_id: 1, expires: soon })
      await addRow(house, club, 'member_terms', 'member_term_id', {
        membership_member_id: memberId,
        term_state: 'next',
        membership_member_status_id: 1,
        starts_at: soon,
      })
    },
    afterMs: 2 * MINUTE_MS,
  },
  'advance clocks': {
    prepare: async ({ house, club, buy }) => {
      await buy('pm_test_action_abandoned')
      await house.call('POST', '/v1/manage/clock/advance', { key: club.key, body: { seconds: 7_200 } })
    },
    afterMs: 0,
  },
  'work ahead': {
    prepare: async ({ house, club, buy, run }) => {
      await house.call('POST', '/v1/manage/clock/advance', { key: club.key, body: { seconds: 60 } })
      await run('advance clocks')
      await buy('pm_test_action_abandoned')
    },
    afterMs: HOUR_MS,
  },
  'expire credits': {
    prepare: async ({ house, club, manage }) => {
      const { userId } = await addCustomer(house, club)
      const expires_at = unixSeconds(house.clock()) + 60
      await manage('credits', { user_id: userId, amount: 5, reason: 'Goodwill', expires_at })
    },
    afterMs: 2 * MINUTE_MS,
  },
  'reconcile refunds': {
    prepare: async ({ house, club, manage }) => {
      const { orderId } = await sellOrder(house, club, { method: 'pm_test_refund_times_out' })
      await manage(`orders/${orderId}/refunds`, {})
    },
    afterMs: 2 * MINUTE_MS,
  },
  'refund cancelled events': {
    prepare: async ({ house, club, manage }) => {
      const { offer } = await sellOrder(house, club)
      await sellOrder(house, club, { offer, free: true })
      await manage(`events/${offer.eventId}/cancel`, { refund: 'all' })
    },
    afterMs: 0,
  },
  'go on with runs': { prepare: startRuns, afterMs: 0 },
  'purge runs': { prepare: (place) => startRuns(place).then(() => place.run('go on with runs')), afterMs: 91 * DAY_MS },
  'tell wallets': { prepare: ({ house, club }) => notePass(house, club), afterMs: MINUTE_MS },
  'purge wallet passes': {
    prepare: async ({ house, club }) => {
      const ticketId = await notePass(house, club)
      await house.sql`
        update events
        set starts_at = ${house.clock()}, ends_at = null
        where org_id = ${club.orgId}
          and event_id = (
            select event_id
            from tickets
            where org_id = ${club.orgId}
              and ticket_id = ${ticketId}
          )`
    },
    afterMs: 92 * DAY_MS,
  },
  'alarm about stuck payments': {
    prepare: buyWith('pm_test_action_abandoned'),
    afterMs: 2 * DAY_MS,
    onFailure: ({ message }) => assert.match(message, /settle them by hand/),
    findsOnly: true,
  },
  'issue documents': { prepare: sellWithDocuments, afterMs: HOUR_MS },
  'check VAT numbers': { prepare: sellWithVatId, afterMs: 0 },
  'deliver documents': { prepare: issueForPeppol, afterMs: MINUTE_MS },
  'tell of moved events': {
    prepare: async ({ house, club }) => {
      const { offer } = await sellOrder(house, club)
      const body = { event_start_unix: Math.floor(house.clock().getTime() / 1000) + 90 * 86_400 }
      await house.call('PATCH', `/v1/manage/events/${offer.eventId}`, { key: club.key, body })
    },
    afterMs: HOUR_MS,
  },
  'send codes': { prepare: askForLink, afterMs: 0 },
  'send mails': { prepare: resend, afterMs: 0 },
  'purge mails': {
    prepare: (place) => resend(place).then(() => place.run('send mails')),
    afterMs: 31 * DAY_MS,
  },
}

async function startRuns({ house, club, manage }: Workplace) {
  const filters = { event_id: (await sellOrder(house, club)).offer.eventId }
  await manage('runs', { object_type: 'orders', action: 'refund', filters })
  await manage('runs', { object_type: 'orders', action: 'mail', mail: { subject: 'A', text: 'B' }, filters })
}

async function askForLink({ house, club }: Workplace) {
  const { headers, email } = await addFan(house, club, { linked: false })
  const body = { email_address: email }
  await house.call('POST', '/v1/sso/link', { key: club.key, headers, body })
}

/** An invoice that has arrived but for the last question, and one that is still to go. */
async function issueForPeppol({ house, run }: Workplace) {
  const peppol = await openPeppolClub(house)
  await handToPeppol(house, peppol.club)
  await peppol.sell()
  await run('issue documents')
  await run('deliver documents')
  await peppol.sell()
  await run('issue documents')
}
