import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { customerName } from './customer-name.ts'

/** Everybody who ever bought or joined, by what they would say of themselves. */
export const customersList = defineList({
  operation: 'customers.list',
  title: 'Customers',
  heading: 'Everybody',
  links: [{ label: 'Import', href: routes.importCustomers }],
  keyOf: ({ user_id }) => user_id,
  hrefOf: ({ user_id }) => routes.customer(user_id),
  columns: [
    { label: 'Name', cell: customerName },
    { label: 'E-mail', cell: ({ email_address }) => email_address },
    { label: 'Mobile', isMinor: true, cell: ({ mobile_number }) => mobile_number },
    { label: 'Postcode', isMinor: true, cell: ({ postcode }) => postcode },
    {
      label: 'News',
      isMinor: true,
      cell: ({ marketing_emails }) => (marketing_emails ? { tag: 'yes', tone: 'good' } : { tag: 'no', tone: 'quiet' }),
    },
    { label: 'Since', isMinor: true, align: 'end', cell: ({ add_date }) => ({ unix: add_date }) },
  ],
  search: { label: 'Search customers', placeholder: 'Name, e-mail, mobile, number' },
  filters: [
    {
      kind: 'choice',
      name: 'sort',
      label: 'Order',
      // By time the newest first, by letters from A.
      options: [
        { value: '', label: 'Newest first', sends: {} },
        {
          value: 'updated_at',
          label: 'Changed last',
          sends: { sort_field: 'updated_at', sort_direction: 'desc' },
        },
        { value: 'last_name', label: 'By last name', sends: { sort_field: 'last_name', sort_direction: 'asc' } },
        { value: 'email_address', label: 'By e-mail', sends: { sort_field: 'email_address', sort_direction: 'asc' } },
      ],
    },
    { kind: 'day', name: 'changed', label: 'Changed since', parameter: 'updated_since', edge: 'from' },
  ],
  csv: { export: 'exportCustomersCsv', name: 'customers', needs: 'customers:manage', label: 'All customers as CSV' },
  empty: {
    title: 'No customers yet',
    text: 'Everyone who buys or becomes a member is here, once, by their e-mail address.',
    start: { label: 'Import customers', href: routes.importCustomers, needs: 'members:manage' },
  },
})
