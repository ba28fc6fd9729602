import type { DebtWithEntries } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Field, SelectField } from '../../kit/field.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import form from '../parts/form.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { debtStory, entryNote, entryTitle } from './debt-words.ts'

type Entry = DebtWithEntries['entries'][number]

/** What paid it, what let it go and what came back, newest first. */
export function DebtStory({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const [taken, setTaken] = useState<Entry | undefined>()
  const why = whyNot('debts:manage')
  const columns: Column<Entry>[] = [
    {
      title: common.what,
      cell: (entry) => (
        <>
          <strong>{entryTitle(entry, debt.kind)}</strong>
          {entryNote(entry) !== null && <div class={styles.muted}>{entryNote(entry)}</div>}
        </>
      ),
    },
    { title: common.when, cell: ({ created }) => shortTime(created) },
    { title: common.who, isMinor: true, cell: ({ actor_name }) => actor_name ?? '' },
    { title: common.amount, align: 'end', cell: ({ amount }) => price(Math.abs(amount), debt.currency) },
    {
      title: words.correct,
      align: 'end',
      cell: (entry) =>
        entry.reversible && (
          <Button look="quiet" why={why} onClick={() => setTaken(entry)}>
            {words.takeBack}
          </Button>
        ),
    },
  ]
  const rows = debtStory(debt.entries)
  const hasReversible = rows.some(({ reversible }) => reversible)
  return (
    <Sheet flush title={words.whatHappened}>
      {rows.length === 0 ? (
        <Empty title={debt.owed_by === 'fan' ? words.nothingWasPaidYet : words.nothingWasPaidBackYet} />
      ) : (
        <div class={styles.scroll}>
          <Table
            stacks
            caption={words.whatHappened}
            rows={rows}
            columns={hasReversible ? columns : columns.slice(0, -1)}
            keyOf={({ entry_id }) => entry_id}
          />
        </div>
      )}
      {taken && (
        <TakeBackDialog
          debt={debt}
          entry={taken}
          onClose={() => setTaken(undefined)}
          onDone={() => {
            setTaken(undefined)
            toast(words.takenBack({ amount: price(taken.amount, debt.currency) }))
            onChanged()
          }}
        />
      )}
    </Sheet>
  )
}

function TakeBackDialog({
  debt,
  entry,
  onClose,
  onDone,
}: {
  debt: DebtWithEntries
  entry: Entry
  onClose(): void
  onDone(): void
}) {
  const { price } = useConsole()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const kind = filled.text('kind') as 'returned' | 'mistake'
    const { settlement_id: settlementId } = entry
    const body = { kind, reason: filled.text('reason'), ...(settlementId !== null && { settlement_id: settlementId }) }
    await api.debts.reverse(debt.debt_id, body, { idempotencyKey: `${idempotencyKey}-${kind}` })
    onDone()
  })
  return (
    <Dialog open title={words.takeBack2({ amount: price(entry.amount, debt.currency) })} onClose={onClose}>
      <p>{words.thePaymentStaysOnRecord}</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <SelectField
          name="kind"
          label={words.reversalKind}
          hint={debt.kind === 'instalment' ? words.mistakeOfInstalment : undefined}
          options={[
            { value: 'mistake', label: words.itWasRecordedByMistake },
            { value: 'returned', label: words.theMoneyWentBackSuch },
          ]}
        />
        <Field name="reason" label={common.reason} required maxLength={500} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.takeItBack}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
