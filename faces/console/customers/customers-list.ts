import { tagChoices } from '../parts/list/choices.ts'
import { defineList, tagsCell } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { loadRunBar } from '../runs/load-run-bar.ts'
import { common } from '../words/common.ts'
import { words } from '../words/customers.ts'
import { words as parts } from '../words/parts.ts'
import { customerName } from './customer-name.ts'

/** Everybody who ever bought or joined, by what they would say of themselves. */
export const customersList = defineList({
  operation: 'customers.list',
  title: common.customers,
  heading: words.everybody,
  links: [
    { label: words.import, href: routes.importCustomers },
    { label: common.bulkActions, href: routes.runs({ object_type: 'customers' }), reads: 'runs:manage' },
    { label: words.newCustomer, href: routes.newCustomer, isStrong: true, needs: 'customers:manage' },
  ],
  keyOf: ({ user_id }) => user_id,
  hrefOf: ({ user_id }) => routes.customer(user_id),
  columns: [
    { label: common.name, cell: customerName },
    { label: common.email, cell: ({ email_address }) => email_address },
    { label: words.mobile, isMinor: true, cell: ({ mobile_number }) => mobile_number },
    { label: common.postcode, isMinor: true, cell: ({ postcode }) => postcode },
    {
      label: words.news,
      isMinor: true,
      cell: ({ marketing_emails }) =>
        marketing_emails ? { tag: common.yes, tone: 'good' } : { tag: common.no, tone: 'quiet' },
    },
    { label: words.sinceTitle, isMinor: true, align: 'end', cell: ({ add_date }) => ({ unix: add_date }) },
    { label: parts.tags, isForSome: true, cell: ({ tags }) => tagsCell(tags, routes.customers) },
  ],
  search: { label: words.searchCustomers, placeholder: words.nameEMailMobileNumber },
  filters: [
    {
      kind: 'choice',
      name: 'sort',
      label: common.order,
      // By time the newest first, by letters from A.
      options: [
        { value: '', label: words.newestFirst, sends: {} },
        {
          value: 'updated_at',
          label: words.changedLast,
          sends: { sort_field: 'updated_at', sort_direction: 'desc' },
        },
        { value: 'last_name', label: words.byLastName, sends: { sort_field: 'last_name', sort_direction: 'asc' } },
        { value: 'email_address', label: words.byEMail, sends: { sort_field: 'email_address', sort_direction: 'asc' } },
      ],
    },
    { kind: 'day', name: 'changed', label: words.changedSince, parameter: 'updated_since', edge: 'from' },
    {
      kind: 'loaded',
      name: 'tag',
      label: words.tagged,
      all: words.anyTag,
      parameter: 'tag',
      needs: 'runs:manage',
      load: tagChoices('customers'),
    },
  ],
  runs: { objects: 'customers', load: loadRunBar },
  csv: {
    export: 'exportCustomersCsv',
    name: 'customers',
    needs: 'customers:manage',
    label: words.allCustomersAsCsv,
    isFiltered: true,
  },
  empty: {
    title: words.noCustomersYet,
    text: words.everyoneWhoBuysOrBecomes,
    start: { label: words.importCustomers, href: routes.importCustomers, needs: 'members:manage' },
  },
})
