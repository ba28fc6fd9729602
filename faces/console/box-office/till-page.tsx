import type { TillReport } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { count, shortTime } from '../parts/format.ts'
import { Figures, PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import styles from './till.module.css'
import { CountDialog, MoveDialog } from './till-dialogs.tsx'

const METHODS: Record<string, string> = {
  cash: 'Cash',
  invoice: 'Invoice',
  free: 'Free',
  card: 'Card',
  card_reader: 'Card reader',
}
const MOVEMENTS: Record<string, string> = { deposit: 'Put in', drop: 'To the safe', payout: 'Paid out' }

/** One drawer, from its opening to its count: what should be in it and why. On paper it is the report of the day. */
export function TillPage({ till_id: tillId = '' }: Record<string, string>) {
  const { data: till, error, reload, set } = useLoad(() => api.boxOffice.retrieveTill(tillId), [tillId])
  usePage(till?.name)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  return till ? <Report till={till} onChanged={set} /> : null
}

function Report({ till, onChanged }: { till: TillReport; onChanged(till: TillReport): void }) {
  const { whyNot, price } = useConsole()
  const [asked, setAsked] = useState<'move' | 'count' | undefined>()
  const why = whyNot('box_office:manage')
  const isOpen = till.status === 'open'
  const amount = (value: number) => price(value, till.currency)
  const done = (changed: TillReport) => {
    setAsked(undefined)
    onChanged(changed)
  }
  return (
    <>
      <PageHead
        title={till.name}
        over={
          <>
            <Tag tone={isOpen ? 'good' : 'quiet'}>{till.status}</Tag>
            <span>
              Opened {shortTime(till.opened_at)} by {till.opened_by ?? 'a key'}
            </span>
            {till.closed_at !== null && (
              <span>
                Closed {shortTime(till.closed_at)} by {till.closed_by ?? 'a key'}
              </span>
            )}
          </>
        }
        actions={
          <>
            {isOpen && <ButtonLink href={routes.boxOffice()}>Sell</ButtonLink>}
            <Button onClick={() => print()}>Print the report</Button>
            {isOpen && (
              <>
                <Button why={why} onClick={() => setAsked('move')}>
                  Move cash …
                </Button>
                <Button look="strong" why={why} onClick={() => setAsked('count')}>
                  Count and close …
                </Button>
              </>
            )}
          </>
        }
      />
      {till.counted === null || till.difference === null || till.expected === null ? (
        <Figures
          figures={[
            { title: 'In the drawer', value: amount(till.cash), note: 'that should be in it now' },
            { title: 'Sold', value: amount(sumOf(till.takings)), note: ordersOf(till) },
          ]}
        />
      ) : (
        <Figures
          figures={[
            { title: 'Counted', value: amount(till.counted), note: `${amount(till.expected)} expected` },
            {
              title: 'Difference',
              value: amount(till.difference),
              note: till.difference === 0 ? 'it is right' : till.difference < 0 ? 'missing' : 'too much',
            },
            { title: 'Sold', value: amount(sumOf(till.takings)), note: ordersOf(till) },
          ]}
        />
      )}
      {till.note !== null && <p>Note: {till.note}</p>}
      <div class={styles.report}>
        <Takings till={till} amount={amount} />
        <Cash till={till} amount={amount} />
      </div>
      <Movements till={till} amount={amount} />
      <p class={styles.signed}>
        <span>Clerk</span>
        <span>Supervisor</span>
      </p>
      {asked === 'move' && <MoveDialog till={till} onClose={() => setAsked(undefined)} onDone={done} />}
      {asked === 'count' && <CountDialog till={till} onClose={() => setAsked(undefined)} onDone={done} />}
    </>
  )
}

type Part = { till: TillReport; amount(value: number): string }
const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, row) => sum + row.amount, 0)
const ordersOf = ({ takings }: TillReport) => {
  const orders = takings.reduce((sum, each) => sum + each.orders, 0)
  return orders === 1 ? '1 order' : `${count(orders)} orders`
}

function Takings({ till, amount }: Part) {
  const columns: Column<TillReport['takings'][number]>[] = [
    { title: 'Paid by', cell: ({ payment_method: method }) => METHODS[method] ?? method },
    { title: 'Orders', align: 'end', cell: ({ orders }) => count(orders) },
    { title: 'Amount', align: 'end', cell: (row) => amount(row.amount) },
  ]
  return (
    <Sheet flush title="Sold">
      {till.takings.length === 0 ? (
        <Empty title="Nothing yet" />
      ) : (
        <Table caption="Sold by method" columns={columns} rows={till.takings} keyOf={(row) => row.payment_method} />
      )}
    </Sheet>
  )
}

/** How the cash adds up, line by line, as it is added on paper. */
function Cash({ till, amount }: Part) {
  const sold = sumOf(till.takings.filter(({ payment_method }) => payment_method === 'cash'))
  const moved = (kind: string) => sumOf(till.movements.filter(({ movement }) => movement === kind))
  const lines = [
    { title: 'At the opening', value: till.float },
    { title: 'Sold for cash', value: sold },
    { title: 'Paid back', value: -till.cash_refunds },
    { title: MOVEMENTS.deposit, value: moved('deposit') },
    { title: MOVEMENTS.drop, value: -moved('drop') },
    { title: MOVEMENTS.payout, value: -moved('payout') },
  ]
  return (
    <Sheet flush title="Cash">
      <dl class={styles.sums}>
        {lines
          .filter(({ value }, index) => index === 0 || value !== 0)
          .map(({ title, value }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{amount(value)}</dd>
            </div>
          ))}
        <div class={styles.strong}>
          <dt>Should be in it</dt>
          <dd>{amount(till.cash)}</dd>
        </div>
      </dl>
    </Sheet>
  )
}

function Movements({ till, amount }: Part) {
  if (till.movements.length === 0) return null
  return (
    <Sheet flush title="Cash that was moved">
      <Table
        caption="Cash that was moved"
        rows={till.movements}
        keyOf={({ till_movement_id }) => till_movement_id}
        columns={[
          { title: 'When', cell: ({ created }) => shortTime(created) },
          { title: 'What', cell: ({ movement }) => MOVEMENTS[movement] ?? movement },
          { title: 'Why', cell: ({ reason }) => reason ?? '' },
          { title: 'Who', isMinor: true, cell: ({ actor_name }) => actor_name ?? 'a key' },
          { title: 'Amount', align: 'end', cell: (row) => amount(row.amount) },
        ]}
      />
    </Sheet>
  )
}
