import type { Credit } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api, fieldErrors } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { dateOf, shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { creditTitle } from './debt-words.ts'
import { typedAmount } from './typed-amount.ts'

const ENTRIES = 20

/** What the club keeps for a fan, in each currency, and how it came to be. */
export function CreditSheet({ userId, isErased }: { userId: number; isErased: boolean }) {
  const { price, whyNot, organisation } = useConsole()
  const [asked, setAsked] = useState<{ from: Credit | undefined } | undefined>()
  const whyNotRead = whyNot('debts:manage', 'read')
  const why = whyNot('debts:manage') ?? (isErased ? words.theyAreErased : undefined)
  const { data, error, reload } = useLoad(
    async () => (whyNotRead === undefined ? (await api.debts.listCredits({ user_id: userId }).page()).data : undefined),
    [userId, whyNotRead],
  )
  const done = (said: string) => {
    setAsked(undefined)
    toast(said)
    reload()
  }
  return (
    <Sheet
      flush
      title={words.credit}
      about={
        whyNotRead === undefined && (
          <Button look="quiet" why={why} onClick={() => setAsked({ from: undefined })}>
            {words.giveCredit}
          </Button>
        )
      }
    >
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {whyNotRead !== undefined && <Empty title={whyNotRead} />}
      {data?.length === 0 && <Empty title={words.noCredit} />}
      {data?.map((credit) => (
        <section key={credit.credit_account_id} aria-label={words.creditIn({ currency: credit.currency })}>
          <div class={styles.balance}>
            <strong>{price(credit.balance, credit.currency)}</strong>
            <Button
              look="quiet"
              why={why ?? (credit.balance === 0 ? words.thereIsNone : undefined)}
              onClick={() => setAsked({ from: credit })}
            >
              {words.takeAway}
            </Button>
          </div>
          <Entries credit={credit} />
        </section>
      ))}
      {asked && (
        <ChangeDialog
          {...{ userId, from: asked.from, currency: asked.from?.currency ?? organisation.currency }}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
    </Sheet>
  )
}

function Entries({ credit }: { credit: Credit }) {
  const { price } = useConsole()
  const { credit_account_id: accountId, currency, updated_at: changedAt } = credit
  const { data, error, reload } = useLoad(
    () => api.debts.listCreditEntries(accountId, { limit: ENTRIES, sort_direction: 'desc' }).page(),
    [accountId, changedAt, credit.balance],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  return (
    <div class={styles.scroll}>
      <Table
        caption={words.creditInNewestFirst({ currency })}
        rows={data?.data ?? []}
        keyOf={({ credit_entry_id }) => credit_entry_id}
        columns={[
          {
            title: common.what,
            cell: (entry) => (
              <>
                {creditTitle(entry)}
                {entry.order_id !== null && ` ${words.forOrder({ orderId: entry.order_id })}`}
                {entry.reason !== null && <div class={styles.muted}>{entry.reason}</div>}
              </>
            ),
          },
          { title: common.when, isMinor: true, cell: ({ created }) => shortTime(created) },
          {
            title: common.until,
            isMinor: true,
            cell: ({ expires_at }) => (expires_at === null ? '' : dateOf(expires_at)),
          },
          { title: common.amount, align: 'end', cell: ({ amount }) => price(amount, currency) },
        ]}
      />
      {data?.has_more && <p class={styles.foot}>{words.theNewestAreShown({ entries: ENTRIES })}</p>}
    </div>
  )
}

type Change = {
  userId: number
  /** Taken away from this one; without it, given. */
  from: Credit | undefined
  currency: string
  onClose(): void
  onDone(said: string): void
}

function ChangeDialog({ userId, from, currency, onClose, onDone }: Change) {
  const { price } = useConsole()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const body = { amount: typedAmount(filled.text('amount')), reason: filled.text('reason') }
    const options = { idempotencyKey: `${idempotencyKey}-${body.amount}` }
    if (from) await api.debts.withdrawCredit(from.credit_account_id, body, options)
    else await api.debts.grantCredit({ user_id: userId, currency, ...body }, options)
    onDone(`${price(body.amount, currency)} ${from ? words.takenAway2 : words.givenAsCredit}`)
  })
  const problems = fieldErrors(error)
  return (
    <Dialog open title={from ? words.takeCreditAway : words.giveCredit2} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && Object.keys(problems).length === 0 && <TroubleNotice error={error} />}
        <Field
          name="amount"
          label={words.amountIn({ currency })}
          inputMode="numeric"
          required
          maxLength={13}
          error={problems.amount}
        />
        <Field name="reason" label={common.reason} required maxLength={500} error={problems.reason} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {from ? words.takeItAway : words.giveIt}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
