import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { dateOf } from '../parts/format.ts'
import { Figures, PageHead, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { AccountButtons } from './account-buttons.tsx'
import { DebtStory } from './debt-story.tsx'
import { debtorName, debtState, debtTitle } from './debt-words.ts'
import { LinkDialog } from './link-dialog.tsx'
import { CreditDialog, PaymentDialog } from './payment-dialogs.tsx'
import { WaiveDialog } from './waive-dialog.tsx'

/** One debt: who owes whom, what has become of it, and what a desk does about it. */
export function DebtPage({ debt_id: debtId = '' }: Record<string, string>) {
  const { data: debt, error, reload } = useLoad(() => api.debts.retrieve(Number(debtId)), [debtId])
  usePage(debt && titleOf(debt))
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!debt) return null
  return (
    <>
      <DebtHead debt={debt} onChanged={reload} />
      <DebtFigures debt={debt} />
      <DebtStory debt={debt} onChanged={reload} />
    </>
  )
}

const titleOf = (debt: DebtWithEntries): string =>
  `${debtTitle(debt)} ${debt.owed_by === 'fan' ? 'of' : 'for'} ${debtorName(debt)}`

function DebtHead({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { whyNot } = useConsole()
  const { tag, tone } = debtState(debt)
  const { order_id: orderId, user_id: userId } = debt
  return (
    <PageHead
      title={titleOf(debt)}
      over={
        <>
          <Tag tone={tone}>{tag}</Tag>
          <span>{debt.owed_by === 'fan' ? 'A fan owes the club' : 'The club owes a fan'}</span>
          {orderId !== null && <a href={routes.order(orderId)}>Order #{orderId}</a>}
          {userId !== null && whyNot('customers:read', 'read') === undefined && (
            <a href={routes.customer(userId)}>The customer</a>
          )}
          {debt.kind === 'transfer_refund' && debt.open > 0 && (
            <span>{debt.account_given ? 'The fan has given an account' : 'The fan has not given an account yet'}</span>
          )}
          {debt.reminded_at !== null && <span>Reminded {dateOf(debt.reminded_at)}</span>}
        </>
      }
      actions={<Actions debt={debt} onChanged={onChanged} />}
    />
  )
}

function Actions({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { whyNot, price } = useConsole()
  const [asked, setAsked] = useState<'payment' | 'credit' | 'waive' | 'link' | undefined>()
  const reminding = useAction()
  const isFans = debt.owed_by === 'fan'
  const credit = useCredit(debt)
  const why = whyNot('debts:manage') ?? whyClosed(debt)
  const done = (said: string) => {
    setAsked(undefined)
    toast(said)
    onChanged()
  }
  const remind = () =>
    reminding.run(async () => {
      await api.debts.remind(debt.debt_id)
      done('The reminder is on its way')
    })
  const close = () => setAsked(undefined)
  return (
    <>
      {isFans && (
        <Button why={why} busy={reminding.isBusy} onClick={remind}>
          Remind by mail
        </Button>
      )}
      {isFans && (
        <Button why={why} onClick={() => setAsked('link')}>
          Payment link …
        </Button>
      )}
      {debt.kind === 'transfer_refund' && debt.open > 0 && <AccountButtons debt={debt} onChanged={onChanged} />}
      <Button why={why} onClick={() => setAsked('waive')}>
        {isFans ? 'Write off …' : 'Not wanted back …'}
      </Button>
      {credit > 0 && (
        <Button why={why} onClick={() => setAsked('credit')}>
          Use credit …
        </Button>
      )}
      <Button look="strong" why={why} onClick={() => setAsked('payment')}>
        {isFans ? 'Record a payment …' : 'Record as paid back …'}
      </Button>
      {reminding.error !== undefined && <TroubleNotice error={reminding.error} />}
      {asked === 'payment' && (
        <PaymentDialog
          debt={debt}
          onClose={close}
          onDone={(amount) =>
            done(`${price(amount, debt.currency)} ${isFans ? 'recorded as paid' : 'recorded as paid back'}`)
          }
        />
      )}
      {asked === 'credit' && (
        <CreditDialog
          debt={debt}
          balance={credit}
          onClose={close}
          onDone={(amount) => done(`${price(amount, debt.currency)} paid from credit`)}
        />
      )}
      {asked === 'link' && (
        <LinkDialog debt={debt} onClose={close} onMailed={() => done('The mail with the link is on its way')} />
      )}
      {asked === 'waive' && <WaiveDialog debt={debt} onClose={close} onDone={done} />}
    </>
  )
}

function whyClosed({ open, status }: DebtWithEntries): string | undefined {
  if (open === 0) return 'Nothing is left of it'
  return status === 'submitted' ? 'It is being collected' : undefined
}

/** What they have in the currency of the debt, while something is left of it. */
function useCredit({ user_id: userId, owed_by, currency, open }: DebtWithEntries): number {
  const isOf = owed_by === 'fan' && open > 0 ? userId : null
  const { data } = useLoad(
    async () => (isOf === null ? [] : (await api.debts.listCredits({ user_id: isOf }).page()).data),
    [isOf, open],
  )
  return data?.find((credit) => credit.currency === currency)?.balance ?? 0
}

function DebtFigures({ debt }: { debt: DebtWithEntries }) {
  const { price } = useConsole()
  const { currency, owed_by, open, due_at, overdue } = debt
  const isFans = owed_by === 'fan'
  const some = (title: string, value: number, note: string) =>
    value === 0 ? [] : [{ title, value: price(value, currency), note }]
  const due = isFans ? `${overdue ? 'was due' : 'due'} ${dateOf(due_at)}` : `since ${dateOf(due_at)}`
  return (
    <Figures
      figures={[
        { title: 'Left', value: price(open, currency), note: open === 0 ? 'nothing to do' : due },
        { title: 'Amount', value: price(debt.amount, currency), note: debtTitle(debt).toLowerCase() },
        {
          title: isFans ? 'Paid' : 'Paid back',
          value: price(debt.settled, currency),
          note: debt.settled === 0 ? 'nothing so far' : 'of the amount',
        },
        ...some(isFans ? 'Written off' : 'Not wanted back', debt.waived, isFans ? 'nobody asks for it' : 'it stays'),
        ...some('Cancelled', debt.cancelled, 'gone with what it was for'),
      ]}
    />
  )
}
