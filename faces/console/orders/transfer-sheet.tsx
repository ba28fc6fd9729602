import type { BankLine, ManagedOrder } from '@grandstand/sdk'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { lineState, reasonTitle } from '../bank/bank-words.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { dayOfYear, shortTime } from '../parts/format.ts'
import { Figures, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/bank.ts'
import { common } from '../words/common.ts'
import { transferOf } from './transfer-steps.tsx'

/** More than any order has. */
const LINES_MAX = 20

/** The transfer that an order waits for, what has come of it, and the lines of statements that it came with. */
export function TransferSheet({ order, turn }: { order: ManagedOrder; turn: number }) {
  const { price, whyNot } = useConsole()
  const isAsked = transferOf(order) !== undefined && whyNot('debts:manage', 'read') === undefined
  const { data, error, reload } = useLoad(async () => {
    if (!isAsked) return undefined
    const of = { order_id: order.order_id }
    const [waiting, lines] = await Promise.all([
      api.bank.listAwaitedTransfers(of).page(),
      api.bank.listLines({ ...of, limit: LINES_MAX }).page(),
    ])
    return { waiting: waiting.data[0], lines: lines.data }
  }, [order.order_id, isAsked, turn])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data || (!data.waiting && data.lines.length === 0)) return null
  const { waiting, lines } = data
  return (
    <Sheet title={words.transfer}>
      {waiting && (
        <Figures
          figures={[
            { title: words.received, value: price(waiting.received, waiting.currency) },
            { title: words.toPay, value: price(waiting.amount, waiting.currency) },
            { title: words.until, value: shortTime(waiting.expires_at) },
            ...(waiting.reference === null ? [] : [{ title: common.reference, value: waiting.reference }]),
          ]}
        />
      )}
      {lines.length > 0 && <Lines lines={lines} />}
    </Sheet>
  )
}

function Lines({ lines }: { lines: BankLine[] }) {
  const { price } = useConsole()
  return (
    <Table
      caption={words.linesOfIt}
      rows={lines}
      keyOf={({ bank_line_id }) => bank_line_id}
      hrefOf={({ bank_line_id }) => routes.bankLine(bank_line_id)}
      columns={[
        { title: common.day, cell: ({ booked_on }) => dayOfYear(booked_on) },
        { title: common.who, isMinor: true, cell: ({ name }) => name ?? words.nobodyNamed },
        {
          title: words.state,
          cell: (line) => [lineState(line).tag, reasonTitle(line.reason)].filter((part) => part !== '').join(', '),
        },
        { title: common.amount, align: 'end', cell: ({ amount, currency }) => price(amount, currency) },
      ]}
    />
  )
}
