import type { Customer } from '@grandstand/sdk'
import { ButtonLink } from '../../kit/button.tsx'
import type { Column } from '../../kit/table.tsx'
import { api } from '../parts/api.ts'
import { usePage } from '../parts/console.tsx'
import { shortTime } from '../parts/format.ts'
import { DateFilter, ListTable, SearchFilter, SelectFilter, useListPage, useQuery } from '../parts/list.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty } from '../parts/trouble.tsx'
import { customerName } from './customer-name.ts'

/** What a list can be put in the order of: by time the newest first, by letters from A. */
const ORDERS = {
  updated_at: { label: 'Changed last', direction: 'desc' },
  last_name: { label: 'By last name', direction: 'asc' },
  email_address: { label: 'By e-mail', direction: 'asc' },
} as const
type SortField = keyof typeof ORDERS
const isSortField = (name: string | undefined): name is SortField => name !== undefined && Object.hasOwn(ORDERS, name)

const COLUMNS: Column<Customer>[] = [
  { title: 'Name', cell: customerName, text: customerName },
  { title: 'E-mail', cell: (row) => row.email_address, text: (row) => row.email_address },
  { title: 'Mobile', isMinor: true, cell: (row) => row.mobile_number, text: (row) => row.mobile_number },
  { title: 'Postcode', isMinor: true, cell: (row) => row.postcode, text: (row) => row.postcode },
  {
    title: 'News',
    isMinor: true,
    cell: ({ marketing_emails }) => (marketing_emails ? <Tag tone="good">yes</Tag> : <Tag>no</Tag>),
    text: ({ marketing_emails }) => (marketing_emails ? 'yes' : 'no'),
  },
  {
    title: 'Since',
    isMinor: true,
    align: 'end',
    cell: ({ add_date }) => shortTime(add_date),
    text: ({ add_date }) => new Date(add_date * 1000).toISOString(),
  },
]

/** Everybody who ever bought or joined, by what they would say of themselves. */
export function CustomersPage() {
  usePage('Customers')
  const { query } = useQuery()
  const { search, sort, changed } = query
  const list = useListPage<Customer>(
    (page) =>
      api.customers
        .list({
          ...page,
          ...(search && { search }),
          ...(isSortField(sort) && { sort_field: sort, sort_direction: ORDERS[sort].direction }),
          ...(changed && { updated_since: Math.floor(new Date(`${changed}T00:00:00`).getTime() / 1000) - 1 }),
        })
        .page(),
    [search, sort, changed],
  )
  return (
    <>
      <PageHead title="Customers" actions={<ButtonLink href={routes.importCustomers}>Import</ButtonLink>} />
      <Sheet
        flush
        title="Everybody"
        about={
          <>
            <SearchFilter label="Search customers" placeholder="Name, e-mail, mobile, number" />
            <SelectFilter
              name="sort"
              label="Order"
              options={[
                { value: '', label: 'Newest first' },
                ...Object.entries(ORDERS).map(([value, { label }]) => ({ value, label })),
              ]}
            />
            <DateFilter name="changed" label="Changed since" />
          </>
        }
      >
        <ListTable
          name="customers"
          caption="Customers"
          list={list}
          columns={COLUMNS}
          keyOf={({ user_id }) => user_id}
          hrefOf={({ user_id }) => routes.customer(user_id)}
          empty={
            <Empty title={search || changed ? 'Nobody is like this' : 'Nobody has bought yet'}>
              <p>Whoever buys or becomes a member is here, once, by their e-mail address.</p>
            </Empty>
          }
        />
      </Sheet>
    </>
  )
}
