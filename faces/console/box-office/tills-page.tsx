import type { Till } from '@grandstand/sdk'
import { ButtonLink } from '../../kit/button.tsx'
import type { Column } from '../../kit/table.tsx'
import { api } from '../parts/api.ts'
import { useConsole, usePage } from '../parts/console.tsx'
import { shortTime } from '../parts/format.ts'
import { ListTable, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty } from '../parts/trouble.tsx'

/** Every drawer that was ever opened, with what was missing. */
export function TillsPage() {
  usePage('Drawers')
  const { price } = useConsole()
  const { query } = useQuery()
  const status = query.status === 'open' || query.status === 'closed' ? query.status : undefined
  const list = useListPage<Till>((page) => api.boxOffice.listTills({ ...page, status }).page(), [status])
  const amount = (value: number | null, currency: string) => (value === null ? '' : price(value, currency))
  const columns: Column<Till>[] = [
    { title: 'Counter', cell: ({ name }) => name, text: ({ name }) => name },
    { title: 'Opened by', cell: (till) => till.opened_by ?? 'a key', text: (till) => till.opened_by },
    {
      title: 'Opened',
      isMinor: true,
      cell: ({ opened_at }) => shortTime(opened_at),
      text: ({ opened_at }) => new Date(opened_at * 1000).toISOString(),
    },
    {
      title: 'State',
      cell: (till) => <Tag tone={till.status === 'open' ? 'good' : 'quiet'}>{till.status}</Tag>,
      text: (till) => till.status,
    },
    {
      title: 'Counted',
      align: 'end',
      isMinor: true,
      cell: ({ counted, currency }) => amount(counted, currency),
      text: ({ counted }) => counted,
    },
    {
      title: 'Difference',
      align: 'end',
      cell: ({ difference, currency }) => amount(difference, currency),
      text: ({ difference }) => difference,
    },
  ]
  return (
    <>
      <PageHead title="Drawers" actions={<ButtonLink href={routes.boxOffice()}>Sell</ButtonLink>} />
      <Sheet
        flush
        title="All drawers"
        about={
          <SelectFilter
            name="status"
            label="State"
            options={[
              { value: '', label: 'Open and closed' },
              { value: 'open', label: 'open' },
              { value: 'closed', label: 'closed' },
            ]}
          />
        }
      >
        <ListTable
          name="drawers"
          caption="Drawers"
          list={list}
          columns={columns}
          keyOf={({ till_id }) => till_id}
          hrefOf={({ till_id }) => routes.till(till_id)}
          empty={
            <Empty title="No drawer was opened yet">
              <p>Whoever sells for cash opens one with the change that is in it, and closes it with a count.</p>
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
