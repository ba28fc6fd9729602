import type { Debt } from '@grandstand/sdk'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import styles from '../parts/detail.module.css'
import { dateOf } from '../parts/format.ts'
import { Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/debts.ts'
import { debtState, debtTitle } from './debt-words.ts'

/** More than most orders and people have; the whole list is a link away. */
const DEBTS_MAX = 20

/** What is owed because of an order or by a customer, either way. Nothing is shown where nothing ever was. */
export function DebtsSheet({
  of,
  turn = 0,
}: {
  of: { order_id: number } | { user_id: number }
  /** Another number: something was done, so read it again. */
  turn?: number
}) {
  const { price, whyNot } = useConsole()
  const why = whyNot('debts:manage', 'read')
  const { data, error, reload } = useLoad(
    async () => (why === undefined ? api.debts.list({ ...of, limit: DEBTS_MAX }).page() : undefined),
    [JSON.stringify(of), why, turn],
  )
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data?.data.length) return null
  const columns: Column<Debt>[] = [
    { title: words.for, cell: debtTitle },
    {
      title: words.whoOwes,
      isMinor: true,
      cell: ({ owed_by }) => (owed_by === 'fan' ? words.theFan : words.theClub),
    },
    { title: words.due, isMinor: true, cell: ({ due_at }) => dateOf(due_at) },
    {
      title: common.status,
      cell: (debt) => {
        const { tag, tone } = debtState(debt)
        return <Tag tone={tone}>{tag}</Tag>
      },
    },
    { title: common.amount, isMinor: true, align: 'end', cell: ({ amount, currency }) => price(amount, currency) },
    { title: words.left, align: 'end', cell: ({ open, currency }) => price(open, currency) },
  ]
  return (
    <Sheet
      flush
      title={words.openItems}
      about={data.has_more && <a href={routes.debts({ ...of, status: 'all' })}>{words.allOfThem}</a>}
    >
      <div class={styles.scroll}>
        <Table
          caption={words.openItems}
          rows={data.data}
          columns={columns}
          keyOf={({ debt_id }) => debt_id}
          hrefOf={({ debt_id }) => routes.debt(debt_id)}
        />
      </div>
    </Sheet>
  )
}
