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
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { AccountButtons } from './account-buttons.tsx'
import { DebtReminders } from './debt-reminders.tsx'
import { DebtStory } from './debt-story.tsx'
import { debtorName, debtState, debtTitle } from './debt-words.ts'
import { LinkDialog } from './link-dialog.tsx'
import { MoveDayDialog } from './move-day-dialog.tsx'
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
      {debt.reminders.length > 0 && <DebtReminders debt={debt} />}
    </>
  )
}

const titleOf = (debt: DebtWithEntries): string => words.debtOf({ title: debtTitle(debt), name: debtorName(debt) })

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
          <span>{debt.owed_by === 'fan' ? words.aFanOwesTheClub : words.theClubOwesAFan}</span>
          {orderId !== null && <a href={routes.order(orderId)}>{common.orderNumber({ orderId })}</a>}
          {userId !== null && whyNot('customers:read', 'read') === undefined && (
            <a href={routes.customer(userId)}>{words.theCustomer}</a>
          )}
          {debt.kind === 'transfer_refund' && debt.open > 0 && (
            <span>{debt.account_given ? words.theFanHasGivenAn : words.theFanHasNotGiven}</span>
          )}
          {debt.reminded_at !== null && <span>{words.reminded({ remindedAt: dateOf(debt.reminded_at) })}</span>}
        </>
      }
      actions={<Actions debt={debt} onChanged={onChanged} />}
    />
  )
}

function Actions({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { whyNot, price } = useConsole()
  const [asked, setAsked] = useState<'payment' | 'credit' | 'waive' | 'link' | 'move' | undefined>()
  const reminding = useAction()
  const charging = useAction()
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
      done(words.theReminderIsOnIts)
    })
  const charge = () =>
    charging.run(async () => {
      await api.members.retryInstalment(debt.debt_id)
      done(words.isChargedSoon)
    })
  const close = () => setAsked(undefined)
  return (
    <>
      {isFans && (
        <Button why={why} busy={reminding.isBusy} onClick={remind}>
          {words.remindByMail}
        </Button>
      )}
      {isFans && (
        <Button why={why} onClick={() => setAsked('link')}>
          {words.paymentLink2}
        </Button>
      )}
      {debt.kind === 'instalment' && (
        <>
          <Button why={why ?? whyNot('members:manage')} busy={charging.isBusy} onClick={charge}>
            {words.chargeAgain}
          </Button>
          <Button why={why ?? whyNot('members:manage')} onClick={() => setAsked('move')}>
            {words.move}
          </Button>
        </>
      )}
      {debt.kind === 'transfer_refund' && debt.open > 0 && <AccountButtons debt={debt} onChanged={onChanged} />}
      <Button why={why} onClick={() => setAsked('waive')}>
        {isFans ? words.writeOff2 : words.notWantedBack3}
      </Button>
      {credit > 0 && (
        <Button why={why} onClick={() => setAsked('credit')}>
          {words.useCredit}
        </Button>
      )}
      <Button look="strong" why={why} onClick={() => setAsked('payment')}>
        {isFans ? words.recordAPayment2 : words.recordAsPaidBack2}
      </Button>
      {reminding.error !== undefined && <TroubleNotice error={reminding.error} />}
      {charging.error !== undefined && <TroubleNotice error={charging.error} />}
      {asked === 'payment' && (
        <PaymentDialog
          debt={debt}
          onClose={close}
          onDone={(amount) =>
            done(`${price(amount, debt.currency)} ${isFans ? words.recordedAsPaid : words.recordedAsPaidBack}`)
          }
        />
      )}
      {asked === 'credit' && (
        <CreditDialog
          debt={debt}
          balance={credit}
          onClose={close}
          onDone={(amount) => done(words.paidFromCredit2({ amount: price(amount, debt.currency) }))}
        />
      )}
      {asked === 'link' && <LinkDialog debt={debt} onClose={close} onMailed={() => done(words.theMailWithTheLink)} />}
      {asked === 'move' && <MoveDayDialog debt={debt} onClose={close} onDone={done} />}
      {asked === 'waive' && <WaiveDialog debt={debt} onClose={close} onDone={done} />}
    </>
  )
}

function whyClosed({ open, status }: DebtWithEntries): string | undefined {
  if (open === 0) return words.nothingIsLeftOfIt
  return status === 'submitted' ? words.itIsBeingCollected : undefined
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
  const day = dateOf(due_at)
  const fansDue = overdue ? words.wasDue({ day }) : words.isDue({ day })
  const due = isFans ? fansDue : words.owedSince({ day })
  return (
    <Figures
      figures={[
        { title: words.left, value: price(open, currency), note: open === 0 ? words.nothingToDo : due },
        { title: common.amount, value: price(debt.amount, currency), note: debtTitle(debt) },
        {
          title: isFans ? common.paid : words.paidBack,
          value: price(debt.settled, currency),
          note: debt.settled === 0 ? words.nothingSoFar : words.ofTheAmount,
        },
        ...some(
          isFans ? words.writtenOff2 : words.notWantedBack2,
          debt.waived,
          isFans ? words.nobodyAsksForIt : words.itStays,
        ),
        ...some(words.cancelled, debt.cancelled, words.goneWithWhatItWas),
      ]}
    />
  )
}
