import type { BookDifference, Reconciliation } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { csvOf } from '../parts/csv-of.ts'
import { count, shortTime } from '../parts/format.ts'
import list from '../parts/list/list.module.css'
import { Figures, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import styles from './money.module.css'
import { type Period, PeriodFilter } from './period.tsx'

type Kind = 'payments' | 'refunds'

const DIFFERENCES: Record<string, { title: string; tone: 'flare' | 'sky' }> = {
  missing_here: { title: 'Missing in our books', tone: 'flare' },
  missing_there: { title: 'Missing at the provider', tone: 'flare' },
  other_amount: { title: 'Another amount', tone: 'flare' },
  other_currency: { title: 'Another currency', tone: 'flare' },
  unknown: { title: 'The provider does not say', tone: 'sky' },
}

const wordsOf = (difference: string) =>
  DIFFERENCES[difference] ?? { title: difference.replaceAll('_', ' '), tone: 'sky' as const }

/** Whether the payment provider has the same payments and refunds as we have. */
export function ReconciliationView({ period }: { period: Period }) {
  return (
    <>
      <div class={styles.filters}>
        <PeriodFilter period={period} />
      </div>
      <Compared kind="payments" period={period} />
      <Compared kind="refunds" period={period} />
    </>
  )
}

/** Newest first, as far back as one look reaches; on request further. */
function Compared({ kind, period: { unix_start, unix_end } }: { kind: Kind; period: Period }) {
  const [sum, setSum] = useState<Reconciliation | undefined>()
  const action = useAction()
  const { data, error, reload } = useLoad(async () => {
    setSum(undefined)
    return api.figures.retrieveReconciliation({ kind, unix_start, unix_end })
  }, [unix_start, unix_end])
  const title = kind === 'payments' ? 'Payments' : 'Refunds'
  const total = sum ?? data
  const goOn = () =>
    action.run(async () => {
      if (!total) return
      const older = await api.figures.retrieveReconciliation({ kind, unix_start, unix_end: total.unix_start })
      setSum(joined(total, older))
    })
  return (
    <Sheet flush title={title} about={total && <State of={total} />}>
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {!total && error === undefined && <p class={list.loading}>Asking the provider …</p>}
      {total && <Findings {...{ kind }} of={total} />}
      {total?.comparison === 'unknown' && (
        <div class={list.foot}>
          <Button busy={action.isBusy} onClick={reload}>
            Ask again
          </Button>
        </div>
      )}
      {total?.comparison === 'partial' && (
        <div class={list.foot}>
          <span>Compared back to {shortTime(total.unix_start)}.</span>
          <Button busy={action.isBusy} onClick={goOn}>
            Go further back
          </Button>
        </div>
      )}
    </Sheet>
  )
}

const joined = (newer: Reconciliation, older: Reconciliation): Reconciliation => ({
  ...older,
  // What is unknown about the older ones takes nothing from what is known of the newer.
  ...(older.comparison === 'unknown' ? { comparison: 'partial' as const, unix_start: newer.unix_start } : {}),
  unix_end: newer.unix_end,
  matched: newer.matched + older.matched,
  others: newer.others + older.others,
  differences: [...newer.differences, ...older.differences],
})

function State({ of: { comparison, differences } }: { of: Reconciliation }) {
  if (comparison === 'none') return <Tag>nothing to compare with</Tag>
  if (comparison === 'unknown') return <Tag tone="sky">not known</Tag>
  if (differences.length > 0) return <Tag tone="flare">{count(differences.length)} different</Tag>
  return <Tag tone="good">{comparison === 'partial' ? 'the same so far' : 'the same'}</Tag>
}

function Findings({ kind, of: compared }: { kind: Kind; of: Reconciliation }) {
  const { price } = useConsole()
  const { comparison, provider, matched, others, differences } = compared
  if (comparison === 'none')
    return (
      <Empty title="There is no other list">
        <p>
          {provider === 'test'
            ? 'The test provider of a sandbox remembers nothing that ours could be compared with.'
            : 'No payment account is connected, so no provider has collected anything for you.'}
        </p>
      </Empty>
    )
  if (comparison === 'unknown')
    return (
      <Empty title="The provider did not answer">
        <p>So nothing is known to be missing, and nothing to be right. Ask again in a while.</p>
      </Empty>
    )
  const money = (amount: BookDifference['here']) => (amount === null ? '–' : price(amount.amount, amount.currency))
  const columns: Column<BookDifference>[] = [
    {
      title: 'Reference',
      cell: ({ reference, order_id }) =>
        order_id === null ? reference : <a href={routes.order(order_id)}>Order #{order_id}</a>,
      text: ({ reference }) => reference,
    },
    {
      title: 'What differs',
      cell: ({ difference }) => <Tag tone={wordsOf(difference).tone}>{wordsOf(difference).title}</Tag>,
      text: ({ difference }) => difference,
    },
    {
      title: 'When',
      isMinor: true,
      cell: ({ created }) => shortTime(created),
      text: ({ created }) => new Date(created * 1000).toISOString(),
    },
    { title: 'Here', align: 'end', cell: ({ here }) => money(here), text: ({ here }) => here?.amount },
    {
      title: 'There',
      align: 'end',
      cell: ({ there: provider }) => money(provider),
      text: ({ there: provider }) => provider?.amount,
    },
  ]
  const file: Column<BookDifference>[] = [
    ...columns,
    { title: 'Order', cell: () => null, text: ({ order_id }) => order_id },
    { title: 'Currency', cell: () => null, text: ({ here, there: provider }) => (here ?? provider)?.currency },
  ]
  return (
    <>
      <div class={styles.within}>
        <Figures
          figures={[
            { title: 'The same here and there', value: count(matched) },
            { title: 'Different', value: count(differences.length) },
            { title: 'Not of this service', value: count(others), note: 'on the same account' },
          ]}
        />
      </div>
      {differences.length > 0 && (
        <>
          <div class={list.scroll}>
            <Table
              caption={`Differences of ${kind}`}
              columns={columns}
              rows={differences}
              keyOf={({ reference }) => reference}
            />
          </div>
          <div class={list.foot}>
            <span />
            <Button look="quiet" onClick={() => download(`differences-${kind}.csv`, csvOf(file, differences))}>
              CSV of these {differences.length}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
