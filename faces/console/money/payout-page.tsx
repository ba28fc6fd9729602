import type { PayoutMovement, PayoutWithParts } from '@grandstand/sdk'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import { count, dayOfYear, shortTime } from '../parts/format.ts'
import list from '../parts/list/list.module.css'
import { ListTable, useListPage } from '../parts/list/list-table.tsx'
import { Figures, PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/payouts.ts'
import styles from './money.module.css'

/** One line of the bank statement: what was expected, what came, and which orders it is for. */
export function PayoutPage({ payout_id: payoutId = '' }: { payout_id?: string }) {
  const { price } = useConsole()
  const { data, error, reload } = useLoad(() => api.payouts.retrieve(Number(payoutId)), [payoutId])
  const title = data && words.payout({ day: dayOfYear(data.arrives_on) })
  usePage(title)
  if (error !== undefined && !data) return <TroubleNotice error={error} onRetry={reload} />
  if (!data || title === undefined) return null
  const { currency, reading, status, unmatched, difference } = data
  const money = (amount: number) => price(amount, currency)
  const notRead = words.notReadText[reading]
  const isFailed = status === 'failed' || status === 'cancelled'
  return (
    <>
      <PageHead
        title={title}
        over={
          <>
            <a href={routes.payouts()}>{words.payouts}</a>{' '}
            <Tag tone={isFailed ? 'flare' : 'quiet'}>{words.states[status] ?? status}</Tag>
          </>
        }
      />
      <Sheet
        about={
          notRead === undefined &&
          (unmatched > 0 || difference !== 0 ? (
            <Tag tone="flare">{words.unmatched({ count: count(Math.max(unmatched, 1)) })}</Tag>
          ) : (
            <Tag tone="good">{words.matches}</Tag>
          ))
        }
      >
        {notRead !== undefined && <p role="status">{notRead}</p>}
        <Figures
          figures={[
            { title: common.amount, value: money(data.amount) },
            ...(notRead === undefined
              ? [
                  { title: words.expected, value: money(data.expected) },
                  { title: words.difference, value: money(difference) },
                  { title: words.fees, value: money(data.fees) },
                ]
              : []),
          ]}
        />
        <Facts>
          <Fact title={words.issued} value={shortTime(data.issued)} />
          <Fact title={common.reference} value={data.reference} />
          {data.statement_text !== null && <Fact title={words.statementText} value={data.statement_text} />}
          <AtBank payout={data} />
          {data.failure_code !== null && <Fact title={words.failure} value={data.failure_code.replaceAll('_', ' ')} />}
        </Facts>
      </Sheet>
      {data.parts.length > 0 && <Parts payout={data} money={money} />}
      {data.movements > 0 && <Movements payout={data} money={money} />}
    </>
  )
}

/** The line of a statement that it is, for those who may read it; or that there is none where it should be. */
function AtBank({ payout: { bank_line_id: lineId, missing_at_bank: isMissing } }: { payout: PayoutWithParts }) {
  const { whyNot } = useConsole()
  if (lineId === null) return isMissing ? <Fact title={words.atBank} value={words.notAtBankText} /> : null
  const mayRead = whyNot('debts:manage', 'read') === undefined
  return (
    <div>
      <dt>{words.atBank}</dt>
      <dd>{mayRead ? <a href={routes.bankLine(lineId)}>{words.bankLine}</a> : words.foundAtBank}</dd>
    </div>
  )
}

type Of = { payout: PayoutWithParts; money(amount: number): string }

function Parts({ payout, money }: Of) {
  return (
    <Sheet flush title={words.parts}>
      <div class={list.scroll}>
        <Table
          stacks
          caption={words.parts}
          rows={payout.parts}
          keyOf={({ kind }) => kind}
          columns={[
            { title: common.what, cell: ({ kind }) => words.kinds[kind] ?? kind },
            { title: words.count, align: 'end', cell: ({ movements }) => count(movements) },
            { title: words.gross, align: 'end', cell: ({ amount }) => money(amount) },
            { title: words.fees, align: 'end', cell: ({ fees }) => money(fees) },
            { title: words.net, align: 'end', cell: ({ net }) => money(net) },
          ]}
        />
      </div>
    </Sheet>
  )
}

/** Those to look at, or all. */
function Movements({ payout, money }: Of) {
  const { query } = useQuery()
  const isOpen = query.show === 'open'
  const page = useListPage(
    (at) => api.payouts.listMovements(payout.payout_id, { ...(isOpen ? { matched: false } : {}), ...at }).page(),
    [payout.payout_id, isOpen],
  )
  return (
    <>
      <div class={styles.filters}>
        <SelectFilter
          name="show"
          label={words.show}
          options={[
            { value: '', label: words.all },
            { value: 'open', label: words.onlyOpen },
          ]}
        />
      </div>
      <Sheet flush title={words.movements}>
        <ListTable<PayoutMovement>
          stacks
          caption={words.movements}
          list={page}
          keyOf={({ payout_movement_id }) => payout_movement_id}
          columns={[
            {
              title: common.what,
              cell: (row) => (
                <>
                  {words.kinds[row.kind] ?? row.kind}
                  {!row.matched && (
                    <>
                      {' '}
                      <Tag tone="flare">{row.difference === row.amount ? words.notOurs : words.differs}</Tag>
                    </>
                  )}
                </>
              ),
            },
            {
              title: common.order,
              cell: ({ order_id, source_reference }) =>
                order_id === null ? (
                  (source_reference ?? '–')
                ) : (
                  <a href={routes.order(order_id)}>{common.orderNumber({ orderId: order_id })}</a>
                ),
            },
            { title: common.when, isMinor: true, cell: ({ moved }) => shortTime(moved) },
            { title: words.gross, align: 'end', cell: ({ amount }) => money(amount) },
            { title: words.fees, isMinor: true, align: 'end', cell: ({ fee }) => money(fee) },
            { title: words.net, isMinor: true, align: 'end', cell: ({ net }) => money(net) },
          ]}
          empty={
            <Empty title={words.noMovements}>
              <p>{words.noMovementsText}</p>
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
