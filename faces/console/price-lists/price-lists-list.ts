import { defineList } from '../parts/list/description.ts'
import { routes } from '../parts/routes.ts'
import { common } from '../words/common.ts'
import { words } from '../words/offers.ts'

export const priceListsList = defineList({
  operation: 'priceLists.list',
  title: words.priceLists,
  links: [{ label: common.events, href: routes.events() }],
  keyOf: ({ price_list_id }) => price_list_id,
  hrefOf: ({ price_list_id }) => routes.priceList(price_list_id),
  columns: [
    { label: common.title, cell: ({ title }) => title },
    {
      label: words.categories,
      isMinor: true,
      cell: ({ categories }) => categories.map(({ title }) => title).join(', '),
    },
    { label: words.prices, align: 'end', cell: ({ categories }) => categories.flatMap(({ prices }) => prices).length },
    {
      label: common.state,
      cell: ({ status }) =>
        status === 'active' ? { tag: words.inUse, tone: 'good' } : { tag: words.archived, tone: 'quiet' },
    },
  ],
  empty: {
    title: words.noPriceLists,
    text: words.aboutPriceLists,
    start: { label: common.events, href: routes.events() },
  },
})
