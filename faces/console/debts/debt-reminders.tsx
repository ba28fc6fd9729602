import type { DebtWithEntries } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { shortTime } from '../parts/format.ts'
import { Sheet } from '../parts/page.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'

type Reminder = DebtWithEntries['reminders'][number]

/** How often the fan was reminded, each with its letter where the club issues documents. */
export function DebtReminders({ debt }: { debt: DebtWithEntries }) {
  const { price, whyNot } = useConsole()
  const action = useAction()
  const save = ({ level }: Reminder) =>
    action.run(async () => {
      const file = await api.documents.retrieveReminderPdf(debt.debt_id, level)
      download(`${titleOf(level)} ${debt.debt_id}.pdf`, await file.blob())
    })
  const columns: Column<Reminder>[] = [
    { title: common.what, cell: ({ level }) => <strong>{titleOf(level)}</strong> },
    { title: common.when, cell: ({ sent }) => shortTime(sent) },
    { title: words.openThen, align: 'end', cell: ({ open }) => price(open, debt.currency) },
    {
      title: words.letter,
      align: 'end',
      cell: (row) =>
        row.letter && (
          <Button look="quiet" why={whyNot('customers:read', 'read')} busy={action.isBusy} onClick={() => save(row)}>
            {words.letter}
            <span class="visually-hidden"> {row.level}</span>
          </Button>
        ),
    },
  ]
  return (
    <Sheet flush title={words.reminders}>
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      <div class={styles.scroll}>
        <Table stacks caption={words.reminders} rows={debt.reminders} columns={columns} keyOf={({ level }) => level} />
      </div>
    </Sheet>
  )
}

/** The first is no reminder of a reminder: where a language counts those that follow it, it begins at one again. */
const titleOf = (level: number): string => words.reminderOfLevel({ count: level, further: level - 1 })
