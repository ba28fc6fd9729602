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
import { common } from '../words/common.ts'
import { words } from '../words/money.ts'
import styles from './money.module.css'
import { type Period, PeriodFilter } from './period.tsx'

type Kind = 'payments' | 'refunds'

const DIFFERENCES: Record<string, { title: string; tone: 'flare' | 'sky' }> = {
  missing_here: { title: words.missingInOurBooks, tone: 'flare' },
  missing_there: { title: words.missingAtTheProvider, tone: 'flare' },
  other_amount: { title: words.anotherAmount, tone: 'flare' },
  other_currency: { title: words.anotherCurrency, tone: 'flare' },
  unknown: { title: words.theProviderDoesNotSay, tone: 'sky' },
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
  const title = kind === 'payments' ? words.payments : words.refunds
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
      {!total && error === undefined && <p class={list.loading}>{words.askingTheProvider}</p>}
      {total && <Findings {...{ kind }} of={total} />}
      {total?.comparison === 'unknown' && (
        <div class={list.foot}>
          <Button busy={action.isBusy} onClick={reload}>
            {words.askAgain}
          </Button>
        </div>
      )}
      {total?.comparison === 'partial' && (
        <div class={list.foot}>
          <span>{words.comparedBackTo({ unixStart: shortTime(total.unix_start) })}</span>
          <Button busy={action.isBusy} onClick={goOn}>
            {words.goFurtherBack}
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
  if (comparison === 'none') return <Tag>{words.nothingToCompareWith}</Tag>
  if (comparison === 'unknown') return <Tag tone="sky">{words.notKnown}</Tag>
  if (differences.length > 0) return <Tag tone="flare">{words.different({ length: count(differences.length) })}</Tag>
  return <Tag tone="good">{comparison === 'partial' ? words.theSameSoFar : words.theSame}</Tag>
}

function Findings({ kind, of: compared }: { kind: Kind; of: Reconciliation }) {
  const { price } = useConsole()
  const { comparison, provider, matched, others, differences } = compared
  if (comparison === 'none')
    return (
      <Empty title={words.thereIsNoOtherList}>
        <p>{provider === 'test' ? words.theTestProviderOfA : words.noPaymentAccountIsConnected}</p>
      </Empty>
    )
  if (comparison === 'unknown')
    return (
      <Empty title={words.theProviderDidNotAnswer}>
        <p>{words.soNothingIsKnownTo}</p>
      </Empty>
    )
  const money = (amount: BookDifference['here']) => (amount === null ? '–' : price(amount.amount, amount.currency))
  const columns: Column<BookDifference>[] = [
    {
      title: common.reference,
      cell: ({ reference, order_id }) =>
        order_id === null ? (
          reference
        ) : (
          <a href={routes.order(order_id)}>{common.orderNumber({ orderId: order_id })}</a>
        ),
      text: ({ reference }) => reference,
    },
    {
      title: words.whatDiffers,
      cell: ({ difference }) => <Tag tone={wordsOf(difference).tone}>{wordsOf(difference).title}</Tag>,
      text: ({ difference }) => difference,
    },
    {
      title: common.when,
      isMinor: true,
      cell: ({ created }) => shortTime(created),
      text: ({ created }) => new Date(created * 1000).toISOString(),
    },
    { title: words.here, align: 'end', cell: ({ here }) => money(here), text: ({ here }) => here?.amount },
    {
      title: words.there,
      align: 'end',
      cell: ({ there: provider }) => money(provider),
      text: ({ there: provider }) => provider?.amount,
    },
  ]
  const file: Column<BookDifference>[] = [
    ...columns,
    { title: common.order, cell: () => null, text: ({ order_id }) => order_id },
    { title: words.currency, cell: () => null, text: ({ here, there: provider }) => (here ?? provider)?.currency },
  ]
  return (
    <>
      <div class={styles.within}>
        <Figures
          figures={[
            { title: words.theSameHereAndThere, value: count(matched) },
            { title: words.different2, value: count(differences.length) },
            { title: words.notOfThisService, value: count(others), note: words.onTheSameAccount },
          ]}
        />
      </div>
      {differences.length > 0 && (
        <>
          <div class={list.scroll}>
            <Table
              caption={words.differencesOf({ kind })}
              columns={columns}
              rows={differences}
              keyOf={({ reference }) => reference}
            />
          </div>
          <div class={list.foot}>
            <span />
            <Button look="quiet" onClick={() => download(words.differencesCsv({ kind }), csvOf(file, differences))}>
              {words.csvOfThese({ length: differences.length })}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
