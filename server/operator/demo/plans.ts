import type { OrgId } from '../../access/principal.ts'
import { announceRenewal } from '../../checkout/renewals/announce-renewals.ts'
import { endAttempt } from '../../ledger/debts/settle-attempt.ts'
import { reversePayment } from '../../ledger/disputes/reverse-payment.ts'
import { pausePlan } from '../../ledger/ladder/steer-plan.ts'
import { climb } from '../../ledger/ladder/take-steps.ts'
import { collectedAt, dueAt } from '../../ledger/ledger/due-dates.ts'
import { submitDebt } from '../../ledger/ledger/owe-submitted.ts'
import { giveMandate } from '../../payments/mandates/give-mandate.ts'
import { MANDATE_VERSION, noticeDays } from '../../payments/mandates/mandate-text.ts'
import { keepMeans } from '../../payments/payments/keep-means.ts'
import { testAccount, testMandate } from '../../payments/payments/test-debits.ts'
import { testCard } from '../../payments/payments/test-means.ts'
import { endOfDay } from '../../people/members/membership-end.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { HOUR_MS } from '../../platform/values/durations.ts'
import { type DemoCatalogue, ensureDemoCatalogue } from './catalogue.ts'
import type { PlanStory } from './club.ts'
import { findBuyers } from './customers.ts'
import { addDays, addMs } from './days.ts'
import { type DemoMember, drawMember } from './draw-member.ts'
import { HARBOUR_CITY } from './harbour-city.ts'
import { addMember } from './members.ts'
import { splitEvenly } from './numbered.ts'
import { Writer, writtenId } from './writer.ts'

const { plans, ladder, organisation, size } = HARBOUR_CITY
const { timezone: ZONE } = organisation
/** Of debits in the club's currency. */
const SCHEME = 'au_becs_debit'

/** By the calendar of the club. */
const dayIn = (today: Date, days: number): string => addDays(today, days).toISOString().slice(0, 10)
const chargedAt = (today: Date, days: number): Date => collectedAt(dayIn(today, days), ZONE, ladder.hour)

/**
 * Members whose plans collect themselves, each at another point of the way. What has happened so far has happened as the program does it, at its
 * hour of a day gone by; what comes next the workers do, which is why the bulk of the members has nothing of the kind.
 */
export async function addPlans(orgId: OrgId, tx: Tx, today: Date): Promise<void> {
  await setLadder(orgId, tx, today)
  const catalogue = await ensureDemoCatalogue(orgId, tx, today)
  const buyers = plans.map(({ buyer }) => buyer)
  const buyerOf = await findBuyers(orgId, tx, buyers, size.customers)
  const writer = new Writer(orgId)
  const sold = plans.map((story, index) => {
    const member = memberOf(story, size.members + 1 + index, catalogue, today)
    const buyer = buyerOf(story.buyer)
    return { story, member, userId: buyer.user_id, ids: addMember(writer, member, buyer, catalogue.currency) }
  })
  await writer.write(tx)
  const teller = tellerOf(orgId, tx, today)
  for (const { story, member, userId, ids } of sold) {
    const whose = { memberId: writtenId(ids.memberId), orderId: writtenId(ids.orderId), userId }
    const plan = await teller.leaveMeans(story, member, whose)
    await teller.goOn(story, plan)
  }
  await climbLadders(orgId, tx, today)
}

/** Bought long enough ago that all of it is known; the others are charged by themselves from now on. */
async function setLadder(orgId: OrgId, tx: Tx, today: Date): Promise<void> {
  const { hour, retryDays, softDays, hardDays, seatFreeDays } = ladder
  await tx`
    update organisations
    set collection_hour = ${hour}, retry_days = ${[...retryDays]}, soft_overdue_days = ${softDays}, hard_overdue_days = ${hardDays},
      seat_free_days = ${seatFreeDays}, ladder_changed_at = ${today}
    where org_id = ${orgId}`
  await tx`
    update membership_payment_options
    set collection = 'automatic'
    where org_id = ${orgId}
      and title = any(${plans.map(({ option }) => option)})
      and number_of_instalments > 1`
  const renewing = plans.filter(({ later }) => later?.step === 'renews')
  await tx`
    update membership_types
    set renewal_type_id = membership_type_id
    where org_id = ${orgId}
      and title = any(${renewing.map(({ type }) => type)})`
}

function memberOf(story: PlanStory, n: number, catalogue: DemoCatalogue, today: Date): DemoMember {
  const type = catalogue.types.find(({ title }) => title === story.type)
  const option = catalogue.options.find(({ title }) => title === story.option)
  if (!type || !option) throw new Error(`${story.type} by ${story.option} is not sold`)
  const joinedAt = addMs(addDays(today, -story.joinedDaysAgo), 3 * HOUR_MS)
  const { later } = story
  const renews = later?.step === 'renews'
  const returned = later?.step === 'returned' ? later : undefined
  const amounts = splitEvenly(type.price_minor, option.number_of_instalments)
  return {
    ...drawMember(n, null, catalogue, today),
    type: renews ? { ...type, expires: endOfDay(dayIn(today, later.endsInDays), ZONE) } : type,
    option,
    joinedAt,
    changedAt: joinedAt,
    fulfilledAt: null,
    trackingCode: null,
    autoRenew: renews,
    outcome: amounts.length > 1 ? 'instalments' : 'paid',
    instalments: amounts.map((amountMinor, index) => {
      if (index === 0) return { amountMinor, dueAt: joinedAt, status: 'paid', paidAt: joinedAt }
      const due = dueAt(dayIn(today, dueInDays(story, index, option.months_between)), ZONE)
      const paidAt = index === 1 && returned ? addDays(chargedAt(today, -returned.debitedDaysAgo), 5) : null
      return { amountMinor, dueAt: due, status: paidAt ? 'paid' : 'due', paidAt }
    }),
  }
}

const dueInDays = ({ joinedDaysAgo }: PlanStory, index: number, months: number): number =>
  index * months * 30 - joinedDaysAgo

type Whose = { memberId: number; orderId: number; userId: number }
type Instalment = { debt_id: number; amount_minor: number; payment_id: number | null }
type ToldPlan = Whose & { meansId: number; planId: number | null; currency: string; second: Instalment | undefined }

function tellerOf(orgId: OrgId, tx: Tx, today: Date) {
  const clockAt = (time: Date) => organisationClock(() => time)

  /** What the first instalment was paid with is left with the test provider, and the others are planned. */
  async function leaveMeans(story: PlanStory, member: DemoMember, whose: Whose): Promise<ToldPlan> {
    const { joinedAt } = member
    const { orderId, memberId, userId } = whose
    const digest = String(member.n).padStart(12, '0')
    const means = story.by === 'debit' ? testAccount(story.method, digest) : testCard(story.method, digest)
    const stored = { userId, provider: 'test' as const, account: null }
    const meansId = await keepMeans(orgId, tx, joinedAt, { ...stored, means })
    const mandateId =
      story.by === 'debit'
        ? await giveMandate(orgId, tx, clockAt(joinedAt), {
            ...stored,
            meansId,
            mandate: testMandate(SCHEME, digest),
            version: MANDATE_VERSION,
            language: null,
          })
        : null
    await tx`
      update members
      set renewal_means_id = ${member.autoRenew ? meansId : null}
      where org_id = ${orgId}
        and membership_member_id = ${memberId}`
    const [plan] = await tx<{ membership_plan_id: number }[]>`
      update membership_plans
      set payment_means_id = ${meansId}
      where org_id = ${orgId}
        and order_id = ${orderId}
      returning membership_plan_id`
    if (mandateId !== null) await debitBy(orderId, mandateId)
    await planAttempts(orderId, mandateId !== null)
    const instalments = await tx<Instalment[]>`
      select d.debt_id, d.amount_minor, f.payment_id
      from debts d
      left join payment_debts f on f.org_id = ${orgId} and f.debt_id = d.debt_id
      where d.org_id = ${orgId}
        and d.order_id = ${orderId}
      order by d.instalment_number`
    const { currency } = organisation
    return { ...whose, meansId, planId: plan?.membership_plan_id ?? null, currency, second: instalments[1] }
  }

  const debitBy = (orderId: number, mandateId: number) => tx`
    update payments p
    set mandate_id = ${mandateId}, payment_method = ${SCHEME}
    from payment_debts f
    join debts d on d.org_id = ${orgId} and d.debt_id = f.debt_id
    where p.org_id = ${orgId}
      and f.org_id = ${orgId}
      and f.payment_id = p.payment_id
      and d.order_id = ${orderId}`

  /** At the hour of charging of their days; of debits that are near, the fan was told. */
  async function planAttempts(orderId: number, isDebit: boolean): Promise<void> {
    await tx`
      update debts
      set next_attempt_at = charged.at,
        debit_announced_for = case when ${isDebit} and charged.at < ${addDays(today, noticeDays[SCHEME] + 2)} then charged.at end
      from (
        select debt_id as id,
          ((due_at at time zone ${ZONE})::date + ${ladder.hour} * interval '1 hour') at time zone ${ZONE} as at
        from debts
        where org_id = ${orgId}
          and order_id = ${orderId}
          and closed_at is null
      ) charged
      where org_id = ${orgId}
        and debt_id = charged.id`
  }

  async function goOn({ later, method }: PlanStory, plan: ToldPlan): Promise<void> {
    if (later?.step === 'renews') {
      const at = chargedAt(today, -later.toldDaysAgo)
      return announceRenewal({ orgId, tx, clock: clockAt(at) }, plan.memberId)
    }
    if (later?.step === 'paused') return rest(plan, chargedAt(today, -later.daysAgo))
    if (!later || !plan.second) return
    const at = chargedAt(today, -later.daysAgo)
    return later.step === 'declined'
      ? decline(plan, plan.second, { method, at, code: later.code })
      : giveBack(plan.second, at)
  }

  async function rest({ planId }: ToldPlan, at: Date): Promise<void> {
    if (planId === null) throw new Error('there is no plan to pause')
    await pausePlan({ orgId, tx, clock: clockAt(at) }, planId)
    await tx`
      update membership_plans
      set collection_status = 'paused', paused_at = ${at}, changed_at = ${at}
      where org_id = ${orgId}
        and membership_plan_id = ${planId}`
  }

  async function decline(
    { meansId, currency }: ToldPlan,
    { debt_id: debtId, amount_minor: amountMinor }: Instalment,
    { method, at, code: declineCode }: { method: string; at: Date; code: string },
  ): Promise<void> {
    const key = `demo-charge-${debtId}.1`
    const [payment] = await tx<{ payment_id: number }[]>`
      insert into payments (
        org_id, provider, idempotency_key, payment_method, amount_minor, currency, payment_means_id, created_at, changed_at
      )
      values (${orgId}, 'test', ${key}, ${method}, ${amountMinor}, ${currency}, ${meansId}, ${at}, ${at})
      returning payment_id`
    if (!payment) throw new Error('a payment left no row')
    const { payment_id: paymentId } = payment
    await submitDebt(orgId, tx, at, { debtId, paymentId, amountMinor })
    await endAttempt({ orgId, tx, clock: clockAt(at) }, paymentId, { code: 'card_declined', declineCode })
  }

  async function giveBack({ payment_id: paymentId, amount_minor: amountMinor }: Instalment, at: Date): Promise<void> {
    if (paymentId === null) throw new Error('there is no debit to give back')
    const reversal = { kind: 'returned' as const, reference: `ret_${paymentId}`, declineCode: 'insufficient_funds' }
    await reversePayment(orgId, tx, clockAt(at), { ...reversal, paymentId, amountMinor })
  }

  return { leaveMeans, goOn }
}

/** As workers would have by today, so that none of them begins with the arrears of two months. */
async function climbLadders(orgId: OrgId, tx: Tx, today: Date): Promise<void> {
  const overdue = await tx<{ debt_id: number }[]>`
    update debts
    set overdue_told_at = due_at, ladder_at = due_at
    where org_id = ${orgId}
      and kind = 'instalment'
      and closed_at is null
      and due_at < ${today}
    returning debt_id`
  const clock = organisationClock(() => today)
  const ids = overdue.map(({ debt_id }) => debt_id).sort((a, b) => a - b)
  for (const debtId of ids) await climb(orgId, tx, clock, debtId)
}

/** What fans were told on those days has reached them. */
export const noteMailsSent = (orgId: OrgId, tx: Tx) => tx`
  update mails
  set mail_status = 'sent', attempts = 1, handed_over_at = created_at, changed_at = created_at
  where org_id = ${orgId}
    and mail_status = 'pending'`
