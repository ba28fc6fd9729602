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
import { stateTitle } from '../parts/state-title.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/box-office.ts'
import { common } from '../words/common.ts'
import { words as week } from '../words/week.ts'
import { METHODS } from './paid-by.ts'
import styles from './till.module.css'
import { CountDialog, MoveDialog } from './till-dialogs.tsx'

const MOVEMENTS: Record<string, string> = { deposit: words.putIn, drop: words.toTheSafe, payout: words.paidOut }

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
  const why = whyNot(till.mine ? 'box_office:manage' : 'tills:manage')
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
            <Tag tone={isOpen ? 'good' : 'quiet'}>{stateTitle(till.status)}</Tag>
            <span>{words.openedBy({ openedAt: shortTime(till.opened_at), part: till.opened_by ?? words.aKey })}</span>
            {till.closed_at !== null && (
              <span>{words.closedBy({ closedAt: shortTime(till.closed_at), part: till.closed_by ?? words.aKey })}</span>
            )}
          </>
        }
        actions={
          <>
            {isOpen && <ButtonLink href={routes.boxOffice()}>{words.sell}</ButtonLink>}
            {till.till_close_id !== null && (
              <ButtonLink href={routes.tillClose(till.till_close_id)}>{words.openItsClose}</ButtonLink>
            )}
            <Button onClick={() => print()}>{words.printTheReport}</Button>
            {isOpen && (
              <>
                <Button why={why} onClick={() => setAsked('move')}>
                  {words.moveCash2}
                </Button>
                <Button look="strong" why={why} onClick={() => setAsked('count')}>
                  {words.countAndClose}
                </Button>
              </>
            )}
          </>
        }
      />
      {till.counted === null || till.difference === null || till.expected === null ? (
        <Figures
          figures={[
            { title: words.inTheDrawer, value: amount(till.cash), note: words.thatShouldBeInIt },
            { title: common.sold, value: amount(sumOf(till.takings)), note: ordersOf(till) },
          ]}
        />
      ) : (
        <Figures
          figures={[
            {
              title: words.counted,
              value: amount(till.counted),
              note: words.expected({ expected: amount(till.expected) }),
            },
            {
              title: words.difference,
              value: amount(till.difference),
              note: till.difference === 0 ? words.itIsRight : till.difference < 0 ? words.missing : words.tooMuch,
            },
            { title: common.sold, value: amount(sumOf(till.takings)), note: ordersOf(till) },
          ]}
        />
      )}
      {till.note !== null && <p>{words.note2({ note: till.note })}</p>}
      <div class={styles.report}>
        <Takings till={till} amount={amount} />
        <Cash till={till} amount={amount} />
      </div>
      <Movements till={till} amount={amount} />
      <p class={styles.signed}>
        <span>{words.clerk}</span>
        <span>{words.supervisor}</span>
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
  return week.orders({ count: orders })
}

function Takings({ till, amount }: Part) {
  const columns: Column<TillReport['takings'][number]>[] = [
    { title: words.paidBy, cell: ({ payment_method: method }) => METHODS[method] ?? method },
    { title: common.orders, align: 'end', cell: ({ orders }) => count(orders) },
    { title: common.amount, align: 'end', cell: (row) => amount(row.amount) },
  ]
  return (
    <Sheet flush title={common.sold}>
      {till.takings.length === 0 ? (
        <Empty title={words.nothingYet} />
      ) : (
        <Table caption={words.soldByMethod} columns={columns} rows={till.takings} keyOf={(row) => row.payment_method} />
      )}
    </Sheet>
  )
}

/** How the cash adds up, line by line, as it is added on paper. */
function Cash({ till, amount }: Part) {
  const sold = sumOf(till.takings.filter(({ payment_method }) => payment_method === 'cash'))
  const moved = (kind: string) => sumOf(till.movements.filter(({ movement }) => movement === kind))
  const lines = [
    { title: words.atTheOpening, value: till.float },
    { title: words.soldForCash, value: sold },
    { title: words.paidBack, value: -till.cash_refunds },
    { title: words.cashRounding, value: till.cash_rounding },
    { title: MOVEMENTS.deposit, value: moved('deposit') },
    { title: MOVEMENTS.drop, value: -moved('drop') },
    { title: MOVEMENTS.payout, value: -moved('payout') },
  ]
  return (
    <Sheet flush title={words.cash}>
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
          <dt>{words.shouldBeInIt}</dt>
          <dd>{amount(till.cash)}</dd>
        </div>
      </dl>
    </Sheet>
  )
}

function Movements({ till, amount }: Part) {
  if (till.movements.length === 0) return null
  return (
    <Sheet flush title={words.cashThatWasMoved}>
      <Table
        caption={words.cashThatWasMoved}
        rows={till.movements}
        keyOf={({ till_movement_id }) => till_movement_id}
        columns={[
          { title: common.when, cell: ({ created }) => shortTime(created) },
          { title: common.what, cell: ({ movement }) => MOVEMENTS[movement] ?? movement },
          { title: common.why, cell: ({ reason }) => reason ?? '' },
          { title: common.who, isMinor: true, cell: ({ actor_name }) => actor_name ?? words.aKey },
          { title: common.amount, align: 'end', cell: (row) => amount(row.amount) },
        ]}
      />
    </Sheet>
  )
}
