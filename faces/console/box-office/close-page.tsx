import type { TillCloseReport } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { count, shortTime } from '../parts/format.ts'
import list from '../parts/list/list.module.css'
import { Figures, PageHead, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { words } from '../words/closes.ts'
import { common } from '../words/common.ts'
import { METHODS } from './paid-by.ts'
import styles from './till.module.css'

/** One close of a counter, as it was counted. On paper it is what the day's envelope of cash has around it. */
export function ClosePage({ till_close_id: closeId = '' }: Record<string, string>) {
  const { data: close, error, reload } = useLoad(() => api.boxOffice.retrieveTillClose(Number(closeId)), [closeId])
  const title = close && words.closeOf({ name: close.name, number: close.number })
  usePage(title)
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  return close && title !== undefined ? <Report close={close} title={title} /> : null
}

type Of = { close: TillCloseReport; amount(value: number): string }

function Report({ close, title }: { close: TillCloseReport; title: string }) {
  const { price } = useConsole()
  const amount = (value: number) => price(value, close.currency)
  const { difference, first_receipt: first, last_receipt: last } = close
  return (
    <>
      <PageHead
        title={title}
        over={
          <>
            <a href={routes.tillCloses()}>{words.closes}</a> <a href={routes.till(close.till_id)}>{words.drawer}</a>
          </>
        }
        actions={<Button onClick={() => print()}>{words.print}</Button>}
      />
      <Figures
        figures={[
          { title: words.counted, value: amount(close.counted), note: `${words.expected}: ${amount(close.expected)}` },
          {
            title: words.difference,
            value: amount(difference),
            note: difference === 0 ? words.itIsRight : difference < 0 ? words.missing : words.tooMuch,
          },
          {
            title: words.receipts,
            value: count(close.receipts),
            note:
              first === null || last === null
                ? words.noReceipts
                : words.receiptsFromTo({ first: count(first), last: count(last) }),
          },
        ]}
      />
      <Sheet>
        <Facts>
          <Fact title={words.opened} value={shortTime(close.opened)} />
          <Fact title={words.closed} value={shortTime(close.closed)} />
          <Fact title={words.closedBy} value={close.closed_by ?? words.aKey} />
          {(difference !== 0 || close.note !== null) && (
            <Fact title={common.why} value={close.note ?? words.noReason} />
          )}
        </Facts>
      </Sheet>
      <div class={styles.report}>
        <Methods close={close} amount={amount} />
        <Cash close={close} amount={amount} />
      </div>
      {close.taxes.length > 0 && <Taxes close={close} amount={amount} />}
      <p class={styles.quiet}>{words.neverChanged}</p>
      <p class={styles.signed}>
        <span>{words.clerk}</span>
        <span>{words.supervisor}</span>
      </p>
    </>
  )
}

function Methods({ close, amount }: Of) {
  return (
    <Sheet flush title={words.byMethod}>
      {close.methods.length === 0 ? (
        <Empty title={words.nothingHappened} />
      ) : (
        <Table
          caption={words.byMethod}
          rows={close.methods}
          keyOf={({ payment_method }) => payment_method}
          columns={[
            { title: words.method, cell: ({ payment_method: method }) => METHODS[method] ?? method },
            { title: words.receipts, align: 'end', cell: ({ receipts }) => count(receipts) },
            { title: words.received, align: 'end', cell: ({ received }) => amount(received) },
            { title: words.paidBack, align: 'end', cell: ({ paid_back }) => amount(paid_back) },
          ]}
        />
      )}
    </Sheet>
  )
}

/** How the cash adds up, line by line. */
function Cash({ close, amount }: Of) {
  const cash = close.methods.find(({ payment_method }) => payment_method === 'cash')
  const lines = [
    { title: words.float, value: close.float },
    { title: words.cashReceived, value: cash?.received ?? 0 },
    { title: words.cashPaidBack, value: -(cash?.paid_back ?? 0) },
    { title: words.cashRounding, value: close.cash_rounding },
    { title: words.deposits, value: close.deposits },
    { title: words.drops, value: -close.drops },
    { title: words.payouts, value: -close.payouts },
  ].filter(({ value }, index) => index === 0 || value !== 0)
  return (
    <Sheet flush title={words.cash}>
      <dl class={styles.sums}>
        {lines.map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{amount(value)}</dd>
          </div>
        ))}
        <div class={styles.strong}>
          <dt>{words.shouldBeInIt}</dt>
          <dd>{amount(close.expected)}</dd>
        </div>
      </dl>
    </Sheet>
  )
}

function Taxes({ close, amount }: Of) {
  const returned: Column<TillCloseReport['taxes'][number]>[] = [
    { title: words.returned, align: 'end', cell: (rate) => amount(rate.returned) },
    { title: words.ofThatTax, align: 'end', cell: (rate) => amount(rate.returned_tax) },
  ]
  return (
    <Sheet flush title={words.byTax}>
      <div class={list.scroll}>
        <Table
          caption={words.byTax}
          rows={close.taxes}
          keyOf={({ tax_rate_id, percentage }) => `${tax_rate_id}-${percentage}`}
          columns={[
            {
              title: words.rate,
              cell: ({ title, percentage }) => (title === null ? words.noRate : `${title} ${percentage} %`),
            },
            { title: common.sold, align: 'end', cell: ({ sold }) => amount(sold) },
            { title: words.ofThatTax, align: 'end', cell: ({ sold_tax }) => amount(sold_tax) },
            ...(close.taxes.some((rate) => rate.returned !== 0) ? returned : []),
          ]}
        />
      </div>
    </Sheet>
  )
}
