import type { MemberPayment, MemberPlan } from '@grandstand/sdk'
import { ButtonLink } from '../kit/button.tsx'
import { formatDate } from '../kit/dates.ts'
import { money } from '../kit/money.ts'
import card from './card.module.css'
import { cardWords } from './card-words.ts'
import { language, spoken } from './words.ts'

/** The first that is open, by card, on the page of the shop that takes it. */
export function PayNext({ plans }: { plans: MemberPlan[] }) {
  const said = cardWords[spoken]
  const next = plans.map(({ next_payment, currency }) => ({ ...next_payment, currency })).find(({ pay_url }) => pay_url)
  if (!next?.pay_url || next.open === undefined) return <p>{said.askClub}</p>
  return (
    <ButtonLink look="strong" href={next.pay_url}>
      {said.pay(money(next.open, next.currency, language))}
    </ButtonLink>
  )
}

/** A plan part by part: what was paid and when the rest is due, each to be paid before its day. */
export function CardPayments({ plan, timezone }: { plan: MemberPlan; timezone: string }) {
  const said = cardWords[spoken]
  const amount = (value: number) => money(value, plan.currency, language)
  return (
    <section class={card.payments}>
      <h2>{said.payments}</h2>
      <p>{said.paidOf(amount(plan.paid), amount(plan.total))}</p>
      <ol>
        {plan.payments.map((payment) => (
          <li key={payment.debt_id}>
            <span>
              <b>{amount(payment.amount)}</b>
              {payment.open === 0 && <small>{dayOf(payment, timezone)}</small>}
              <small class={payment.overdue ? card.late : undefined}>{stateOf(payment, timezone)}</small>
            </span>
            {payment.pay_url !== null && (
              <ButtonLink href={payment.pay_url} look={payment.overdue ? 'strong' : 'plain'}>
                {said.pay(amount(payment.open))}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What is due until the end of a day is due on that day. */
const dayOf = ({ due_at }: MemberPayment, timezone: string) => formatDate(due_at - 1, timezone, language, 'long')

function stateOf(payment: MemberPayment, timezone: string): string {
  const { status, overdue, open } = payment
  const said = cardWords[spoken]
  const day = dayOf(payment, timezone)
  if (open === 0) return said.states[status] ?? ''
  if (status === 'submitted') return said.states.submitted ?? ''
  return overdue ? said.wasDue(day) : said.dueOn(day)
}
