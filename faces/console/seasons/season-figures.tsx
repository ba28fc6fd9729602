import type { SeasonFigures as FiguresOfSeason, SeasonSum } from '@grandstand/sdk'
import { Table } from '../../kit/table.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { Chart } from '../parts/chart.tsx'
import { useConsole } from '../parts/console.tsx'
import { count, dayOf } from '../parts/format.ts'
import lists from '../parts/list/list.module.css'
import { Figures, Sheet } from '../parts/page.tsx'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'
import { soldBars } from './sold-bars.ts'

/** What a season has brought so far: how many members, what they are to pay, and what of that has come. */
export function SeasonFigures({ seasonId }: { seasonId: string | number }) {
  const { price } = useConsole()
  const { data, error, reload } = useLoad(() => api.figures.retrieveSeasonFigures(seasonId), [seasonId])
  if (error !== undefined) return <TroubleNotice error={error} onRetry={reload} />
  if (!data) return null
  const money = (amount: number) => price(amount, data.currency)
  return (
    <>
      <Figures
        figures={[
          { title: common.members, value: count(data.memberships), note: words.left({ count: data.left_memberships }) },
          { title: words.agreed, value: money(data.agreed), note: words.agreedNote },
          { title: common.paid, value: money(data.paid), note: paidNote(data, money) },
          { title: words.open, value: money(data.open), note: openNote(data, money) },
          ...(data.places
            ? [
                {
                  title: words.freeSeats,
                  value: count(data.places.free),
                  note: words.ofSeats({ count: data.places.seats }),
                },
              ]
            : []),
        ]}
      />
      <ByType figures={data} money={money} />
      <ByDay figures={data} />
    </>
  )
}

type Money = (amount: number) => string

const paidNote = ({ refunded }: FiguresOfSeason, money: Money) =>
  refunded === 0 ? words.nothingRefunded : words.refunded({ amount: money(refunded) })

const openNote = ({ overdue }: FiguresOfSeason, money: Money) =>
  overdue === 0 ? words.nothingOverdue : words.overdue({ amount: money(overdue) })

function ByType({ figures: { types }, money }: { figures: FiguresOfSeason; money: Money }) {
  const amount = (
    field: 'agreed' | 'paid' | 'refunded' | 'open' | 'overdue' | 'waived' | 'cancelled',
    isMinor = false,
  ) => ({
    title: words.sums[field],
    align: 'end' as const,
    isMinor,
    cell: (row: SeasonSum) => money(row[field]),
  })
  return (
    <Sheet flush title={words.byType}>
      {types.length === 0 ? (
        <Empty title={words.noneSold}>
          <p>{words.aboutFigures}</p>
        </Empty>
      ) : (
        <div class={lists.scroll}>
          <Table
            caption={words.byType}
            rows={types}
            keyOf={(row) => `${row.membership_type_id} ${row.paid_by} ${row.membership_payment_option_id}`}
            columns={[
              { title: common.type, cell: ({ type_title }) => type_title },
              { title: words.paidBy, cell: (row) => row.option_title ?? words.ways[row.paid_by] },
              { title: common.members, align: 'end', cell: ({ memberships }) => count(memberships) },
              amount('agreed'),
              amount('paid'),
              amount('refunded', true),
              amount('open'),
              amount('overdue', true),
              amount('waived', true),
              amount('cancelled', true),
            ]}
          />
        </div>
      )}
    </Sheet>
  )
}

function ByDay({ figures: { days } }: { figures: FiguresOfSeason }) {
  const { isByWeek, bars } = soldBars(days)
  if (bars.length < 2) return null
  const title = isByWeek ? words.soldByWeek : words.soldByDay
  return (
    <Sheet title={title}>
      <Chart
        title={title}
        valueTitle={words.membershipsSold}
        {...(isByWeek ? { labelTitle: words.weekFrom } : {})}
        bars={bars.map(({ day, memberships }) => ({ key: day, label: dayOf(day), value: memberships }))}
        format={count}
      />
    </Sheet>
  )
}
