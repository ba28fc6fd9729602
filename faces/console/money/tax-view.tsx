import type { TaxReportRow } from '@grandstand/sdk'
import { type Column, Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import { count } from '../parts/format.ts'
import list from '../parts/list/list.module.css'
import { Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/tax.ts'
import styles from './money.module.css'
import { type Period, PeriodFilter } from './period.tsx'

/** What was sold and given back by rate of tax, as the books have it. */
export function TaxView({ period }: { period: Period }) {
  const { price } = useConsole()
  const { unix_start, unix_end } = period
  const { data, error, reload } = useLoad(
    () => api.figures.retrieveTaxReport({ unix_start, unix_end }).page(),
    [unix_start, unix_end],
  )
  const amount = (title: string, pick: (row: TaxReportRow) => number): Column<TaxReportRow> => ({
    title,
    align: 'end',
    cell: (row) => price(pick(row), row.currency),
  })
  return (
    <>
      <div class={styles.filters}>
        <PeriodFilter period={period} />
      </div>
      <Sheet flush title={words.byRate}>
        {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
        {data?.data.length === 0 && (
          <Empty title={words.nothingTaxed}>
            <p>{words.nothingTaxedText}</p>
          </Empty>
        )}
        {data && data.data.length > 0 && (
          <div class={list.scroll}>
            <Table
              stacks
              caption={words.byRate}
              rows={data.data}
              keyOf={({ tax_rate_id, percentage, currency }) => `${tax_rate_id} ${percentage} ${currency}`}
              columns={[
                {
                  title: words.rate,
                  cell: ({ title, kind, percentage }) =>
                    percentage > 0
                      ? `${title} ${words.percent({ value: count(percentage) })}`
                      : `${title} (${words.kinds[kind] ?? kind})`,
                },
                amount(common.sold, ({ sold }) => sold),
                amount(words.returned, ({ returned }) => returned),
                amount(words.net, ({ net }) => net),
                amount(words.tax, ({ tax }) => tax),
              ]}
            />
          </div>
        )}
      </Sheet>
    </>
  )
}
