import type { BankLine, Debt, ManagedOrder } from '@grandstand/sdk'
import { GrandstandError } from '@grandstand/sdk/console'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Field } from '../../kit/field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { debtorName, debtTitle } from '../debts/debt-words.ts'
import { api, codeOf } from '../parts/api.ts'
import { buyerName } from '../parts/buyer-name.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { stateTitle } from '../parts/state-title.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'
import styles from './bank.module.css'
import { reasonTitle } from './bank-words.ts'
import { PayoutCandidate } from './payout-candidate.tsx'

/** As many as a person reads through; more words find fewer. */
const FOUND_MAX = 10

type Order = Pick<ManagedOrder, 'order_id' | 'order_status' | 'first_name' | 'last_name' | 'email_address'>
type Waiting = { amount: number; received: number; currency: string }
type Candidate = { why: string } & ({ order: Order; waiting: Waiting | undefined } | { debt: Debt })
type Props = { line: BankLine; onBooked(line: BankLine, said: string): void }

async function orderCandidate(order: Order, why: string): Promise<Candidate> {
  const waits = await api.bank.listAwaitedTransfers({ order_id: order.order_id }).page()
  return { why, order, waiting: waits.data[0] }
}

/** What it names, and what it may be for by its amount and name: each once, the name of it first. */
async function loadSuggested(line: BankLine): Promise<Candidate[]> {
  const { order_id: namedId, debt_id: debtId, suggested_order_id: orderId, suggested_debt_id: otherDebtId } = line
  const orders: [id: number | null, why: string][] = [
    [debtId === null ? namedId : null, words.itsReference],
    [orderId === namedId ? null : orderId, words.amountAndName],
  ]
  const debts: [id: number | null, why: string][] = [
    [debtId, words.itsReference],
    [otherDebtId === debtId ? null : otherDebtId, words.amountAndName],
  ]
  const loaded = await Promise.all([
    ...orders.map(async ([id, why]) =>
      id === null ? undefined : orderCandidate(await api.orders.retrieveManaged(id), why),
    ),
    ...debts.map(async ([id, why]) => (id === null ? undefined : { why, debt: await api.debts.retrieve(id) })),
  ])
  return loaded.filter((candidate) => candidate !== undefined)
}

async function find(line: BankLine, search: string): Promise<Candidate[]> {
  const isOut = line.amount < 0
  const [orders, debts] = await Promise.all([
    isOut ? { data: [] } : api.orders.listManaged({ search, limit: FOUND_MAX }).page(),
    api.debts.list({ search, open: true, owed_by: isOut ? 'club' : 'fan', limit: FOUND_MAX }).page(),
  ])
  return [
    ...(await Promise.all(orders.data.map((order) => orderCandidate(order, words.found)))),
    ...debts.data.map((debt) => ({ why: words.found, debt })),
  ]
}

/** What an unclear line may pay, and a search for all else; each with the button that books it there. */
export function Candidates({ line, onBooked }: Props) {
  const suggested = useLoad(() => loadSuggested(line), [line.bank_line_id])
  const [searched, setSearched] = useState<Candidate[] | undefined>()
  const action = useAction()
  const { submit, isBusy, error } = useSubmit(async (filled) => setSearched(await find(line, filled.text('search'))))
  const candidates = searched ?? suggested.data ?? []
  return (
    <Sheet title={words.whatItPays}>
      {suggested.error !== undefined && <TroubleNotice error={suggested.error} onRetry={suggested.reload} />}
      {action.error !== undefined && <Refusal error={action.error} />}
      {candidates.length > 0 && (
        <ul class={styles.candidates}>
          {candidates.map((candidate) => (
            <li key={'debt' in candidate ? `debt ${candidate.debt.debt_id}` : `order ${candidate.order.order_id}`}>
              <About candidate={candidate} />
              <Steps {...{ line, candidate, onBooked, action }} />
            </li>
          ))}
        </ul>
      )}
      {line.suggested_payout_id !== null && (
        <PayoutCandidate {...{ line, onBooked, action }} payoutId={line.suggested_payout_id} />
      )}
      {searched?.length === 0 && <p role="status">{words.nothingFound}</p>}
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <div class={form.pair}>
          <Field
            name="search"
            type="search"
            label={words.searchLabel}
            placeholder={words.searchPlaceholder}
            required
            maxLength={100}
          />
          <div class={form.actions}>
            <Button type="submit" busy={isBusy}>
              {common.search}
            </Button>
          </div>
        </div>
      </form>
    </Sheet>
  )
}

function About({ candidate }: { candidate: Candidate }) {
  const { price } = useConsole()
  if ('debt' in candidate) {
    const { debt, why } = candidate
    return (
      <div>
        <p>
          <a href={routes.debt(debt.debt_id)}>
            {words.openOf({ title: debtTitle(debt), name: debtorName(debt), amount: price(debt.open, debt.currency) })}
          </a>
        </p>
        <p class={styles.small}>{why}</p>
      </div>
    )
  }
  const { order, waiting, why } = candidate
  const { amount = 0, received = 0, currency } = waiting ?? {}
  const stands =
    waiting === undefined
      ? words.noTransferAwaited({ state: stateTitle(order.order_status) })
      : received === 0
        ? words.waitsFor({ amount: price(amount, currency) })
        : words.waitsForRest({ amount: price(amount, currency), received: price(received, currency) })
  return (
    <div>
      <p>
        <a href={routes.order(order.order_id)}>
          {words.orderOf({ orderId: order.order_id, name: buyerName(order, words.noName) })}
        </a>
      </p>
      <p class={styles.small}>
        {stands}; {why}
      </p>
    </div>
  )
}

type StepProps = Props & { candidate: Candidate; action: ReturnType<typeof useAction> }

function Steps({ line, candidate, onBooked, action }: StepProps) {
  const { price, whyNot } = useConsole()
  const why = whyNot('debts:manage')
  const { bank_line_id: lineId } = line
  const book = (to: { order_id: number } | { debt_id: number }) =>
    action.run(async () => {
      const booked = await api.bank.bookLine(lineId, to)
      onBooked(booked, booked.reason === 'part' ? words.bookedPart : words.bookedDone)
    })
  if ('debt' in candidate) {
    const { debt } = candidate
    return (
      <Button look="strong" why={why} busy={action.isBusy} onClick={() => book({ debt_id: debt.debt_id })}>
        {words.bookTo}
        <span class="visually-hidden">: {words.bookToDebt({ title: debtTitle(debt) })}</span>
      </Button>
    )
  }
  const { order_id: orderId, order_status: status } = candidate.order
  const oweBack = async () =>
    onBooked(await api.bank.bookLine(lineId, { order_id: orderId, as: 'owed_back' }), words.owedBackDone)
  return (
    <div class={form.actions}>
      {(candidate.waiting !== undefined || status === 'expired') && (
        <Button
          look={candidate.waiting ? 'strong' : 'plain'}
          why={why}
          busy={action.isBusy}
          onClick={() => book({ order_id: orderId })}
        >
          {words.bookToOrder({ orderId })}
        </Button>
      )}
      {line.amount > 0 && (
        <ConfirmButton
          label={words.owedBackAsk}
          title={words.owedBackTitle}
          verb={words.owedBackVerb}
          look="plain"
          why={why}
          act={oweBack}
        >
          {words.owedBackText({ amount: price(line.amount, line.currency), orderId })}
        </ConfirmButton>
      )}
    </div>
  )
}

/** Why it cannot be booked there, in words: the API names the reason at the end of its sentence. */
function Refusal({ error }: { error: unknown }) {
  if (error instanceof GrandstandError && error.param === 'order_id' && codeOf(error) !== 'state_conflict')
    return <Notice title={words.cannotBook({ why: words.waitsForNone })} />
  if (!(error instanceof GrandstandError) || codeOf(error) !== 'state_conflict') return <TroubleNotice error={error} />
  const [, reason] = /: (\w+)\.$/.exec(error.message) ?? []
  return (
    <Notice title={reason === undefined ? words.decidedMeanwhile : words.cannotBook({ why: reasonTitle(reason) })} />
  )
}
