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
import { debtStory, entryNote, entryTitle } from './debt-words.ts'

type Entry = DebtWithEntries['entries'][number]

/** What paid it, what let it go and what came back, newest first. */
export function DebtStory({ debt, onChanged }: { debt: DebtWithEntries; onChanged(): void }) {
  const { price, whyNot } = useConsole()
  const [taken, setTaken] = useState<Entry | undefined>()
  const why = whyNot('debts:manage')
  const columns: Column<Entry>[] = [
    {
      title: 'What',
      cell: (entry) => (
        <>
          <strong>{entryTitle(entry, debt.kind)}</strong>
          {entryNote(entry) !== null && <div class={styles.muted}>{entryNote(entry)}</div>}
        </>
      ),
    },
    { title: 'When', cell: ({ created }) => shortTime(created) },
    { title: 'Who', isMinor: true, cell: ({ actor_name }) => actor_name ?? '' },
    { title: 'Amount', align: 'end', cell: ({ amount }) => price(Math.abs(amount), debt.currency) },
    {
      title: 'Correct',
      align: 'end',
      cell: (entry) =>
        entry.reversible && (
          <Button look="quiet" why={why} onClick={() => setTaken(entry)}>
            Take back …
          </Button>
        ),
    },
  ]
  const rows = debtStory(debt.entries)
  const hasReversible = rows.some(({ reversible }) => reversible)
  return (
    <Sheet flush title="What happened">
      {rows.length === 0 ? (
        <Empty title={debt.owed_by === 'fan' ? 'Nothing was paid yet' : 'Nothing was paid back yet'} />
      ) : (
        <div class={styles.scroll}>
          <Table
            stacks
            caption="What happened"
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
            toast(`${price(taken.amount, debt.currency)} taken back`)
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
    <Dialog open title={`Take back ${price(entry.amount, debt.currency)}`} onClose={onClose}>
      <p>The payment stays on record on its day; it is taken back today, and the amount is open again.</p>
      <form class={form.form} onSubmit={submit}>
        {error !== undefined && <TroubleNotice error={error} />}
        <SelectField
          name="kind"
          label="What happened"
          options={[
            { value: 'mistake', label: 'It was recorded by mistake' },
            { value: 'returned', label: 'The money went back, such as a debit the bank returned' },
          ]}
        />
        <Field name="reason" label="Reason" required maxLength={500} />
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            Take it back
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
