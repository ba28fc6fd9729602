import { h } from 'preact'
import { type Section, sections } from './navigation.ts'
import { type DescribedPage, lazily, type Page, page } from './page.ts'
import type { AnyList } from './parts/list/description.ts'
import { routes } from './parts/routes.ts'

/** A page that is a list and nothing else: its description, and the one page that draws them all. */
const listPage = (path: string, words: DescribedPage['words'], load: () => Promise<AnyList>) =>
  page(path, words, async () => {
    const [{ ListPage }, list] = await Promise.all([import('./parts/list/list-page.tsx'), load()])
    return () => h(ListPage, { list })
  })

const described: { name: Section['name']; pages: DescribedPage[] }[] = [
  {
    name: 'events',
    pages: [
      listPage(routes.events(), ['events'], () => import('./events/events-list.ts').then((file) => file.eventsList)),
      page(routes.newEvent(), ['events', 'offers'], () =>
        import('./events/new-event-page.tsx').then((file) => file.NewEventPage),
      ),
      page(routes.discounts, ['catalogue', 'states'], () =>
        import('./catalogue/discounts-page.tsx').then((file) => file.DiscountsPage),
      ),
      listPage(routes.priceLists(), ['offers'], () =>
        import('./price-lists/price-lists-list.ts').then((file) => file.priceListsList),
      ),
      page(routes.priceList(':price_list_id'), ['events', 'offers'], () =>
        import('./price-lists/price-list-page.tsx').then((file) => file.PriceListPage),
      ),
      page(routes.translations, ['offers'], () =>
        import('./events/translations-page.tsx').then((file) => file.TranslationsPage),
      ),
      listPage(routes.seasons(), ['seasons'], () =>
        import('./seasons/seasons-list.ts').then((file) => file.seasonsList),
      ),
      page(routes.newSeason, ['seasons'], () =>
        import('./seasons/new-season-page.tsx').then((file) => file.NewSeasonPage),
      ),
      page(routes.season(':season_id'), ['seasons'], () =>
        import('./seasons/season-page.tsx').then((file) => file.SeasonPage),
      ),
      page(routes.copies(':event_id'), ['offers', 'week'], () =>
        import('./events/copies-page.tsx').then((file) => file.CopiesPage),
      ),
      page(routes.event(':event_id'), ['events', 'offers', 'pictures', 'states', 'tax', 'week'], () =>
        import('./events/event-page.tsx').then((file) => file.EventPage),
      ),
    ],
  },
  {
    name: 'venues',
    pages: [
      listPage(routes.venues(), ['venues'], () => import('./venues/venues-list.ts').then((file) => file.venuesList)),
      page(routes.newVenue, ['venues'], () => import('./venues/new-venue-page.tsx').then((file) => file.NewVenuePage)),
      page(routes.newSeatMap(), ['venues'], () =>
        import('./venues/new-seat-map-page.tsx').then((file) => file.NewSeatMapPage),
      ),
      page(routes.seatMap(':seat_map_id'), ['venues'], () =>
        import('./venues/seat-map-page.tsx').then((file) => file.SeatMapPage),
      ),
      page(routes.venue(':venue_id'), ['gates', 'venues'], () =>
        import('./venues/venue-page.tsx').then((file) => file.VenuePage),
      ),
    ],
  },
  {
    name: 'orders',
    pages: [
      listPage(routes.orders(), ['orders', 'states', 'week'], () =>
        import('./orders/orders-list.ts').then((file) => file.ordersList),
      ),
      listPage(routes.refundRequests(), ['week'], () =>
        import('./orders/refund-requests-list.ts').then((file) => file.refundRequestsList),
      ),
      listPage(routes.runs(), ['runs'], () => import('./runs/runs-list.ts').then((file) => file.runsList)),
      page(routes.run(':run_id'), ['runs'], () => import('./runs/run-page.tsx').then((file) => file.RunPage)),
      page(routes.order(':order_id'), ['bank', 'debts', 'documents', 'orders', 'states', 'tax', 'week'], () =>
        import('./orders/order-page.tsx').then((file) => file.OrderPage),
      ),
    ],
  },
  {
    name: 'boxOffice',
    pages: [
      page(routes.boxOffice(), ['boxOffice', 'orders', 'states'], () =>
        import('./box-office/box-office-page.tsx').then((file) => file.BoxOfficePage),
      ),
      listPage(routes.tills(), ['boxOffice', 'states'], () =>
        import('./box-office/tills-list.ts').then((file) => file.tillsList),
      ),
      listPage(routes.tillCloses(), ['closes'], () =>
        import('./box-office/closes-list.ts').then((file) => file.closesList),
      ),
      page(routes.tillClose(':till_close_id'), ['boxOffice', 'closes'], () =>
        import('./box-office/close-page.tsx').then((file) => file.ClosePage),
      ),
      page(routes.till(':till_id'), ['boxOffice', 'states', 'week'], () =>
        import('./box-office/till-page.tsx').then((file) => file.TillPage),
      ),
    ],
  },
  {
    name: 'openItems',
    pages: [
      page(routes.instalments(), ['debts'], () =>
        import('./debts/instalments-page.tsx').then((file) => file.InstalmentsPage),
      ),
      listPage(routes.bank(), ['bank'], () => import('./bank/bank-lines-list.ts').then((file) => file.bankLinesList)),
      page(routes.bankImport, ['bank'], () =>
        import('./bank/import-statement-page.tsx').then((file) => file.ImportStatementPage),
      ),
      listPage(routes.bankStatements(), ['bank'], () =>
        import('./bank/bank-statements-list.ts').then((file) => file.bankStatementsList),
      ),
      page(routes.bankLine(':bank_line_id'), ['bank', 'debts', 'states'], () =>
        import('./bank/bank-line-page.tsx').then((file) => file.BankLinePage),
      ),
      listPage(routes.awaitedTransfers(), ['bank'], () =>
        import('./bank/awaited-transfers-list.ts').then((file) => file.awaitedTransfersList),
      ),
      listPage(routes.debts(), ['debts'], () => import('./debts/debts-list.ts').then((file) => file.debtsList)),
      listPage(routes.documents(), ['documents'], () =>
        import('./documents/documents-list.ts').then((file) => file.documentsList),
      ),
      page(routes.debt(':debt_id'), ['debts'], () => import('./debts/debt-page.tsx').then((file) => file.DebtPage)),
    ],
  },
  {
    name: 'money',
    pages: [
      listPage(routes.payouts(), ['payouts'], () => import('./money/payouts-list.ts').then((file) => file.payoutsList)),
      listPage(routes.missingPayments, ['payouts'], () =>
        import('./money/missing-payments-list.ts').then((file) => file.missingPaymentsList),
      ),
      page(routes.operatorInvoices, ['payouts'], () =>
        import('./money/operator-invoices-page.tsx').then((file) => file.OperatorInvoicesPage),
      ),
      page(routes.payout(':payout_id'), ['payouts'], () =>
        import('./money/payout-page.tsx').then((file) => file.PayoutPage),
      ),
      page(routes.money(), ['accounting', 'money', 'payouts', 'tax'], () =>
        import('./money/money-page.tsx').then((file) => file.MoneyPage),
      ),
    ],
  },
  {
    name: 'customers',
    pages: [
      listPage(routes.customers(), ['customers'], () =>
        import('./customers/customers-list.ts').then((file) => file.customersList),
      ),
      page(routes.importCustomers, ['imports'], () =>
        import('./imports/import-page.tsx').then((file) => file.ImportCustomersPage),
      ),
      page(routes.newCustomer, ['catalogue'], () =>
        import('./catalogue/new-people-pages.tsx').then((file) => file.NewCustomerPage),
      ),
      page(routes.customer(':user_id'), ['customers', 'debts', 'members', 'orders', 'states'], () =>
        import('./customers/customer-page.tsx').then((file) => file.CustomerPage),
      ),
    ],
  },
  {
    name: 'members',
    pages: [
      listPage(routes.members(), ['members'], () =>
        import('./members/members-list.ts').then((file) => file.membersList),
      ),
      page(routes.labels(), ['members'], () => import('./members/labels-page.tsx').then((file) => file.LabelsPage)),
      page(routes.importMembers, ['imports'], () =>
        import('./imports/import-page.tsx').then((file) => file.ImportMembersPage),
      ),
      page(routes.memberships, ['catalogue', 'states', 'tax'], () =>
        import('./catalogue/memberships-page.tsx').then((file) => file.MembershipsPage),
      ),
      page(routes.newMember, ['catalogue'], () =>
        import('./catalogue/new-people-pages.tsx').then((file) => file.NewMemberPage),
      ),
      page(routes.member(':membership_member_id'), ['debts', 'members', 'states'], () =>
        import('./members/member-page.tsx').then((file) => file.MemberPage),
      ),
    ],
  },
  {
    name: 'gates',
    pages: [
      page(routes.gates(), ['gates', 'services', 'states'], () =>
        import('./gates/gates-page.tsx').then((file) => file.GatesPage),
      ),
      page(routes.people(), ['gates'], () => import('./gates/people-page.tsx').then((file) => file.PeoplePage)),
      page(routes.guests(), ['gates', 'orders', 'states'], () =>
        import('./gates/guests-page.tsx').then((file) => file.GuestsPage),
      ),
    ],
  },
  {
    name: 'settings',
    pages: [
      page(routes.settings, ['pictures', 'services', 'settings'], () =>
        import('./settings/organisation-page.tsx').then((file) => file.OrganisationPage),
      ),
      page(routes.shop, ['services', 'settings'], () =>
        import('./settings/shop-page.tsx').then((file) => file.ShopPage),
      ),
      page(routes.mails, ['services', 'settings', 'states'], () =>
        import('./settings/mails-page.tsx').then((file) => file.MailsPage),
      ),
      page(routes.mail(':kind'), ['services', 'settings', 'states'], () =>
        import('./settings/mail-page.tsx').then((file) => file.MailPage),
      ),
      page(routes.legal, ['services', 'settings'], () =>
        import('./settings/legal-page.tsx').then((file) => file.LegalSettingsPage),
      ),
      page(routes.team, ['services', 'settings', 'states'], () =>
        import('./settings/team-page.tsx').then((file) => file.TeamPage),
      ),
      page(routes.keys, ['programs', 'services', 'settings', 'states'], () =>
        import('./settings/keys-page.tsx').then((file) => file.KeysPage),
      ),
      page(routes.webhooks, ['programs', 'services', 'settings'], () =>
        import('./settings/webhooks-page.tsx').then((file) => file.WebhooksPage),
      ),
      page(routes.webhook(':id'), ['programs', 'services', 'settings', 'states'], () =>
        import('./settings/webhook-page.tsx').then((file) => file.WebhookPage),
      ),
      page(routes.payments, ['services', 'settings'], () =>
        import('./settings/payments-page.tsx').then((file) => file.PaymentsPage),
      ),
      page(routes.tax, ['services', 'settings', 'tax'], () =>
        import('./settings/tax-page.tsx').then((file) => file.TaxPage),
      ),
      page(routes.documentSettings, ['documents', 'services', 'settings'], () =>
        import('./settings/documents-page.tsx').then((file) => file.DocumentsPage),
      ),
      page(routes.accounting, ['accounting', 'services', 'settings'], () =>
        import('./settings/accounting-page.tsx').then((file) => file.AccountingPage),
      ),
      page(routes.wallets, ['services', 'settings'], () =>
        import('./settings/wallets-page.tsx').then((file) => file.WalletsPage),
      ),
      page(routes.signOn, ['programs', 'services', 'settings', 'states'], () =>
        import('./settings/sign-on-page.tsx').then((file) => file.SignOnPage),
      ),
      page(routes.auditLog(), ['audit', 'programs', 'services', 'settings'], () =>
        import('./settings/audit-log-page.tsx').then((file) => file.AuditLogPage),
      ),
    ],
  },
]

export type SectionPage = Page & { section: Section }

/** All but Today. */
export const sectionPages: SectionPage[] = described.flatMap(({ name, pages }) =>
  sections
    .filter((section) => section.name === name)
    .flatMap((section) => pages.map((each) => ({ section, ...lazily(each) }))),
)

/** The page at this address; what is not there is told by the router. */
export const preloadAt = async (address: string): Promise<unknown> =>
  sectionPages.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address))?.preload()
