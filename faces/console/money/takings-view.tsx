import type { Taking } from '@grandstand/sdk'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { Chart } from '../parts/chart.tsx'
import { useConsole } from '../parts/console.tsx'
import { csvOf } from '../parts/csv-of.ts'
import { SelectFilter } from '../parts/filters.tsx'
import { channelTitle, count, dayOf, roughMoney } from '../parts/format.ts'
import list from '../parts/list/list.module.css'
import { Figures, Sheet } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/money.ts'
import styles from './money.module.css'
import { type Period, PeriodFilter } from './period.tsx'
import { eventTitle, type Grouping, groupings, methodTitle, sumTakings, type TakingSum, totalOf } from './takings.ts'

const TITLES: Record<Grouping, string> = {
  day: common.day,
  event: common.event,
  channel: words.channel,
  method: words.method,
}

/** Each filter narrows what the others leave, and all of them are in the address. */
export function TakingsView({ period }: { period: Period }) {
  const { organisation } = useConsole()
  const { query } = useQuery()
  const { unix_start, unix_end } = period
  const { data, error, reload, isLoading } = useLoad(
    () => api.figures.retrieveTakings({ unix_start, unix_end }).page(),
    [unix_start, unix_end],
  )
  const rows = data?.data ?? []
  // The organisation's own comes first, and is shown unless another is chosen.
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort(
    (a, b) => Number(b === organisation.currency) - Number(a === organisation.currency),
  )
  const currency = query.currency ?? currencies[0] ?? organisation.currency
  const matching = rows.filter(
    (row) =>
      row.currency === currency &&
      isChosen(query.event, row.event_id ?? 'none') &&
      isChosen(query.channel, row.sales_channel) &&
      isChosen(query.method, row.payment_method ?? 'none'),
  )
  const by = groupings.find((grouping) => grouping === query.by) ?? 'day'
  return (
    <>
      <Filters {...{ rows, currencies, period }} />
      {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
      {data && <Totals rows={matching} currency={currency} />}
      {data && by === 'day' && matching.length > 0 && <ByDay rows={matching} currency={currency} period={period} />}
      <Sheet flush title={words.takingsBy[by]}>
        {data && matching.length === 0 && (
          <Empty title={words.noMoneyMoved}>
            <p>{words.paymentsCountOnTheDay}</p>
          </Empty>
        )}
        {matching.length > 0 && (
          <Sums {...{ by, currency, period }} sums={sumTakings(matching, by)} isStale={isLoading} />
        )}
      </Sheet>
    </>
  )
}

const isChosen = (chosen: string | undefined, value: string) => !chosen || chosen === value

function Filters({ rows, currencies, period }: { rows: Taking[]; currencies: string[]; period: Period }) {
  const options = (all: string, pairs: [string, string][]) => [
    { value: '', label: all },
    ...[...new Map(pairs)].map(([value, label]) => ({ value, label })),
  ]
  return (
    <div class={styles.filters}>
      <PeriodFilter period={period} />
      <SelectFilter
        name="by"
        label={words.addedUpBy}
        options={groupings.map((value, index) => ({ value: index === 0 ? '' : value, label: words.by[value] }))}
      />
      <SelectFilter
        name="event"
        label={common.event}
        options={options(
          words.everyEvent,
          rows.map((row) => [row.event_id ?? 'none', eventTitle(row)]),
        )}
      />
      <SelectFilter
        name="channel"
        label={words.channel}
        options={options(
          words.everyChannel,
          rows.map(({ sales_channel }) => [sales_channel, channelTitle(sales_channel)]),
        )}
      />
      <SelectFilter
        name="method"
        label={words.method}
        options={options(
          words.everyMethod,
          rows.map(({ payment_method }) => [payment_method ?? 'none', methodTitle(payment_method)]),
        )}
      />
      {currencies.length > 1 && (
        <SelectFilter
          name="currency"
          label={words.currency}
          options={currencies.map((label, index) => ({ value: index === 0 ? '' : label, label }))}
        />
      )}
    </div>
  )
}

function Totals({ rows, currency }: { rows: Taking[]; currency: string }) {
  const { price } = useConsole()
  const total = totalOf(rows)
  const money = (amount: number) => price(amount, currency)
  return (
    <Figures
      figures={[
        { title: common.paid, value: money(total.paid), note: words.paymentsCount({ count: total.payments }) },
        { title: words.givenBack, value: money(total.refunded), note: words.refundsCount({ count: total.refunds }) },
        { title: words.left, value: money(total.net), note: words.paidLessGivenBack },
        {
          title: words.fees,
          value: money(total.service_fee + total.transaction_fee),
          note: words.ofItRebated({ rebate: money(total.rebate) }),
        },
        { title: words.tax, value: money(total.service_tax), note: words.onServiceFees },
      ]}
    />
  )
}

const DAY_MS = 86_400_000

/** Days without money have their place too. */
function ByDay({ rows, currency, period: { from, to } }: { rows: Taking[]; currency: string; period: Period }) {
  const { price } = useConsole()
  const sums = new Map(sumTakings(rows, 'day').map((sum) => [sum.key, sum.paid]))
  const days = Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  )
  return (
    <Sheet title={words.paidByDay}>
      <Chart
        title={words.whatWasPaidByDay}
        valueTitle={common.paid}
        bars={days.map((day) => ({ key: day, label: dayOf(day), value: sums.get(day) ?? 0 }))}
        format={(value) => price(value, currency)}
        formatRough={(value) => roughMoney(value, currency)}
      />
    </Sheet>
  )
}

function Sums({
  by,
  sums,
  currency,
  period: { from, to },
  isStale,
}: {
  by: Grouping
  sums: TakingSum[]
  currency: string
  period: Period
  isStale: boolean
}) {
  const { price } = useConsole()
  const amount = (title: string, of: (sum: TakingSum) => number, isMinor = false): Column<TakingSum> => ({
    title,
    align: 'end',
    isMinor,
    cell: (sum) => price(of(sum), currency),
    text: of,
  })
  const columns: Column<TakingSum>[] = [
    { title: TITLES[by], cell: ({ title }) => (by === 'day' ? dayOf(title) : title), text: ({ title }) => title },
    {
      title: words.payments,
      align: 'end',
      isMinor: true,
      cell: ({ payments }) => count(payments),
      text: (sum) => sum.payments,
    },
    amount(common.paid, ({ paid }) => paid),
    amount(words.givenBack, ({ refunded }) => refunded),
    amount(words.left, ({ net }) => net),
    amount(words.fees, ({ service_fee, transaction_fee }) => service_fee + transaction_fee, true),
    amount(words.tax, ({ service_tax }) => service_tax, true),
    amount(words.rebates, ({ rebate }) => rebate, true),
  ]
  const hrefOf = ({ key }: TakingSum) => (by === 'event' && key !== '' ? routes.event(key) : undefined)
  return (
    <>
      <div class={list.scroll}>
        <Table
          caption={words.takings}
          columns={columns}
          rows={sums}
          keyOf={({ key }) => key}
          hrefOf={hrefOf}
          isStale={isStale}
        />
      </div>
      <div class={list.foot}>
        <span />
        <Button
          look="quiet"
          onClick={() =>
            download(
              words.takingsCsv({ from, to }),
              csvOf([...columns, { title: words.currency, cell: () => currency, text: () => currency }], sums),
            )
          }
        >
          {words.csvOfThese({ length: sums.length })}
        </Button>
      </div>
    </>
  )
}
