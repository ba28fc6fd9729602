import { type ComponentType, h } from 'preact'
import lazy from 'preact-iso/lazy'
import type { AnyList } from './parts/list/description.ts'
import { BASE, routes } from './parts/routes.ts'
import type { Section } from './section.ts'
import {
  loadBoxOffice,
  loadCatalogue,
  loadCustomers,
  loadDebts,
  loadEvents,
  loadGates,
  loadImports,
  loadMembers,
  loadMoney,
  loadOffers,
  loadOrders,
  loadPictures,
  loadPrograms,
  loadRuns,
  loadServices,
  loadSettings,
  loadSetup,
  loadStates,
  loadToday,
  loadVenues,
  loadWeek,
} from './words/load.ts'

type Loaded = { default: ComponentType<Record<string, string>> }
type Described = Omit<Section, 'pages'> & {
  /** Loaded before its pages are, which may use them from their first line. */
  words: Loader[]
  pages: { path: string; load: () => Promise<unknown>; words: Loader[] | undefined }[]
}
type Loader = () => Promise<void>

/** With words of its own instead of the section's, where it needs few of them and would be too large with all. */
const page = (path: string, load: () => Promise<unknown>, words?: Loader[]) => ({ path, load, words })

/** A page that is a list and nothing else: its description, and the one page that draws them all. */
const listPage = (path: string, load: () => Promise<AnyList>, words?: Loader[]) =>
  page(
    path,
    async () => {
      const [{ ListPage }, list] = await Promise.all([import('./parts/list/list-page.tsx'), load()])
      return () => h(ListPage, { list })
    },
    words,
  )

const described: Described[] = [
  {
    name: 'today',
    words: [loadSetup, loadToday],
    href: routes.today,
    needs: { scope: 'orders:read', kind: 'read' },
    guide: 'guides/console',
    pages: [page(routes.today, () => import('./today/today-page.tsx').then((file) => file.TodayPage))],
  },
  {
    name: 'events',
    words: [loadCatalogue, loadEvents, loadOffers, loadPictures, loadStates, loadWeek],
    href: routes.events(),
    needs: { scope: 'programme:manage', kind: 'read' },
    guide: 'guides/console',
    pages: [
      listPage(routes.events(), () => import('./events/events-list.ts').then((file) => file.eventsList)),
      page(routes.newEvent(), () => import('./events/new-event-page.tsx').then((file) => file.NewEventPage)),
      page(routes.discounts, () => import('./catalogue/discounts-page.tsx').then((file) => file.DiscountsPage)),
      page(routes.translations, () => import('./events/translations-page.tsx').then((file) => file.TranslationsPage)),
      page(routes.copies(':event_id'), () => import('./events/copies-page.tsx').then((file) => file.CopiesPage)),
      page(routes.event(':event_id'), () => import('./events/event-page.tsx').then((file) => file.EventPage)),
    ],
  },
  {
    name: 'venues',
    words: [loadGates, loadVenues],
    href: routes.venues(),
    needs: { scope: 'programme:manage', kind: 'read' },
    guide: 'guides/setting-up',
    pages: [
      listPage(routes.venues(), () => import('./venues/venues-list.ts').then((file) => file.venuesList)),
      page(routes.newVenue, () => import('./venues/new-venue-page.tsx').then((file) => file.NewVenuePage)),
      page(routes.newSeatMap(), () => import('./venues/new-seat-map-page.tsx').then((file) => file.NewSeatMapPage)),
      page(routes.seatMap(':seat_map_id'), () => import('./venues/seat-map-page.tsx').then((file) => file.SeatMapPage)),
      page(routes.venue(':venue_id'), () => import('./venues/venue-page.tsx').then((file) => file.VenuePage)),
    ],
  },
  {
    name: 'orders',
    words: [loadDebts, loadOrders, loadSettings, loadStates, loadWeek],
    href: routes.orders(),
    needs: { scope: 'orders:manage', kind: 'read' },
    guide: 'guides/console',
    pages: [
      listPage(routes.orders(), () => import('./orders/orders-list.ts').then((file) => file.ordersList)),
      listPage(routes.refundRequests(), () =>
        import('./orders/refund-requests-list.ts').then((file) => file.refundRequestsList),
      ),
      listPage(routes.runs(), () => import('./runs/runs-list.ts').then((file) => file.runsList), [loadRuns]),
      page(routes.run(':run_id'), () => import('./runs/run-page.tsx').then((file) => file.RunPage), [loadRuns]),
      page(routes.order(':order_id'), () => import('./orders/order-page.tsx').then((file) => file.OrderPage)),
    ],
  },
  {
    name: 'boxOffice',
    words: [loadBoxOffice, loadMembers, loadOrders, loadStates, loadWeek],
    href: routes.boxOffice(),
    needs: { scope: 'box_office:manage', kind: 'read' },
    guide: 'guides/console',
    pages: [
      page(routes.boxOffice(), () => import('./box-office/box-office-page.tsx').then((file) => file.BoxOfficePage)),
      listPage(routes.tills(), () => import('./box-office/tills-list.ts').then((file) => file.tillsList)),
      page(routes.till(':till_id'), () => import('./box-office/till-page.tsx').then((file) => file.TillPage)),
    ],
  },
  {
    name: 'openItems',
    words: [loadDebts],
    href: routes.debts(),
    needs: { scope: 'debts:manage', kind: 'read' },
    guide: 'guides/open-items',
    pages: [
      listPage(routes.debts(), () => import('./debts/debts-list.ts').then((file) => file.debtsList)),
      page(routes.debt(':debt_id'), () => import('./debts/debt-page.tsx').then((file) => file.DebtPage)),
    ],
  },
  {
    name: 'money',
    words: [loadMoney],
    href: routes.money(),
    needs: { scope: 'figures:manage', kind: 'read' },
    guide: 'guides/console',
    pages: [page(routes.money(), () => import('./money/money-page.tsx').then((file) => file.MoneyPage))],
  },
  {
    name: 'customers',
    words: [loadCatalogue, loadCustomers, loadImports, loadMembers],
    href: routes.customers(),
    needs: { scope: 'customers:read', kind: 'read' },
    guide: 'guides/console',
    pages: [
      listPage(routes.customers(), () => import('./customers/customers-list.ts').then((file) => file.customersList), [
        loadCustomers,
      ]),
      page(routes.importCustomers, () => import('./imports/import-page.tsx').then((file) => file.ImportCustomersPage)),
      page(routes.newCustomer, () => import('./catalogue/new-people-pages.tsx').then((file) => file.NewCustomerPage)),
      page(
        routes.customer(':user_id'),
        () => import('./customers/customer-page.tsx').then((file) => file.CustomerPage),
        [loadCustomers, loadDebts, loadMembers, loadOrders, loadStates],
      ),
    ],
  },
  {
    name: 'members',
    words: [loadCatalogue, loadImports, loadMembers, loadStates],
    href: routes.members(),
    needs: { scope: 'members:read', kind: 'read' },
    guide: 'guides/console',
    pages: [
      listPage(routes.members(), () => import('./members/members-list.ts').then((file) => file.membersList)),
      page(routes.labels(), () => import('./members/labels-page.tsx').then((file) => file.LabelsPage)),
      page(routes.importMembers, () => import('./imports/import-page.tsx').then((file) => file.ImportMembersPage)),
      page(routes.memberships, () => import('./catalogue/memberships-page.tsx').then((file) => file.MembershipsPage)),
      page(routes.newMember, () => import('./catalogue/new-people-pages.tsx').then((file) => file.NewMemberPage)),
      page(routes.member(':membership_member_id'), () =>
        import('./members/member-page.tsx').then((file) => file.MemberPage),
      ),
    ],
  },
  {
    name: 'gates',
    words: [loadGates, loadOrders, loadServices, loadStates, loadWeek],
    href: routes.gates(),
    needs: { scope: 'gates:manage', kind: 'read' },
    guide: 'guides/scanner',
    pages: [
      page(routes.gates(), () => import('./gates/gates-page.tsx').then((file) => file.GatesPage)),
      page(routes.guests(), () => import('./gates/guests-page.tsx').then((file) => file.GuestsPage)),
    ],
  },
  {
    name: 'settings',
    words: [loadPictures, loadPrograms, loadServices, loadSettings, loadStates],
    href: routes.settings,
    needs: { scope: 'organisation:read', kind: 'read' },
    guide: 'guides/console',
    pages: [
      page(routes.settings, () => import('./settings/organisation-page.tsx').then((file) => file.OrganisationPage)),
      page(routes.shop, () => import('./settings/shop-page.tsx').then((file) => file.ShopPage)),
      page(routes.mails, () => import('./settings/mails-page.tsx').then((file) => file.MailsPage)),
      page(routes.mail(':kind'), () => import('./settings/mail-page.tsx').then((file) => file.MailPage)),
      page(routes.legal, () => import('./settings/legal-page.tsx').then((file) => file.LegalSettingsPage)),
      page(routes.team, () => import('./settings/team-page.tsx').then((file) => file.TeamPage)),
      page(routes.keys, () => import('./settings/keys-page.tsx').then((file) => file.KeysPage)),
      page(routes.webhooks, () => import('./settings/webhooks-page.tsx').then((file) => file.WebhooksPage)),
      page(routes.webhook(':id'), () => import('./settings/webhook-page.tsx').then((file) => file.WebhookPage)),
      page(routes.payments, () => import('./settings/payments-page.tsx').then((file) => file.PaymentsPage)),
      page(routes.wallets, () => import('./settings/wallets-page.tsx').then((file) => file.WalletsPage)),
      page(routes.signOn, () => import('./settings/sign-on-page.tsx').then((file) => file.SignOnPage)),
      page(routes.auditLog(), () => import('./settings/audit-log-page.tsx').then((file) => file.AuditLogPage)),
    ],
  },
]

/** Each page is loaded when it is first opened, after its words. */
function lazily({ path, load }: Described['pages'][number], words: Described['words']): Section['pages'][number] {
  const component = lazy(async () => {
    await Promise.all(words.map((loadWords) => loadWords()))
    return { default: await load() } as Loaded
  })
  // What fails is told when the page is drawn.
  return { path, component, preload: () => void component.preload().catch(() => {}) }
}

export const sections: Section[] = described.map(({ words, pages, ...section }) => ({
  ...section,
  pages: pages.map((each) => lazily(each, each.words ?? words)),
}))

export const sectionOf = (path: string): Section | undefined =>
  sections.find(({ href }) => (href === BASE ? path === BASE : path === href || path.startsWith(`${href}/`)))

/** Fetches the page at this address while we ask who is there. */
export const preloadPage = (address: string): void =>
  sections
    .flatMap(({ pages }) => pages)
    .find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address))
    ?.preload()
