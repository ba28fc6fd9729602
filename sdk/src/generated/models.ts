// Made from openapi.json by npm run openapi. Do not change it by hand.

export type ApiError = {
  error: ApiErrorDetails
}

export type AcceptInvitation = {
  /** what stands behind the # of the link */
  token: string
  name?: string | undefined
  /** any characters; none of the passwords that are tried first */
  password?: string | undefined
  /** the person was asked, and agrees that the session of another person in this browser ends; false by default */
  ends_session?: boolean | undefined
}

export type AccountCode = {
  /** as the books call it */
  account: 'cash' | 'bank' | 'card_terminal_clearing' | 'stripe_clearing' | 'test_clearing' | 'instalments_received' | 'other_receipts' | 'receivables' | 'refunds_payable' | 'surplus_payable' | 'customer_credit' | 'tax_payable' | 'provider_differences' | 'ticket_sales' | 'membership_sales' | 'service_fees' | 'service_tax' | 'transaction_fees' | 'rebates' | 'expired_credit' | 'refunds' | 'written_off' | 'provider_fees' | 'cash_difference' | 'cash_rounding' | 'goodwill' | (string & {})
  /** of this rate only; null: of every rate that has no code */
  tax_percentage: number | null
  /** in the accountant’s chart of accounts */
  code: string
  /** DATEV’s BU-Schlüssel for bookings on it: 40 where the account reckons tax by itself, which the books have done */
  tax_key: string | null
}

export type AccountingSettings = {
  accounts: AccountCode[]
  datev: DatevSettings | null
}

export type AddItem = {
  price_id?: string | number | undefined
  /** units of the price; 1 unless best_available is a number */
  quantity?: number | undefined
  /** one for each ticket */
  seat_ids?: number[] | undefined
  /** instead of seat_ids: how many units, or true for as many as quantity says. Neighbours in one row, of the first section (by its order) and the foremost row that have them, as near as possible to the middle of the row; false by default */
  best_available?: boolean | number | undefined
  /** with best_available: the section to choose in */
  seat_section_id?: number | undefined
  /** instead of price_id: a membership of this type */
  membership_type_id?: number | undefined
  /** by which plan it is paid; without one it is paid at once */
  membership_payment_option_id?: number | undefined
  member?: AddItemMember | undefined
  /** instead of member: whose membership goes on, under the same number, in the next term. With a publishable key the basket has to be proven to be this member’s */
  membership_member_id?: number | undefined
  /** with membership_member_id: another type from now on, for the difference of both prices */
  upgrade?: boolean | undefined
  /** of an upgrade: the difference is paid on the days of the instalments that are open */
  over_open_instalments?: boolean | undefined
  /** of a membership of a season: the seat, in every event of the season */
  seat_id?: number | undefined
  /** renew it by itself, where its type offers that */
  auto_renew?: boolean | undefined
}

export type AddItemMember = {
  first_name: string
  last_name: string
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
}

export type AddPasskey = {
  /** what to call it, such as the device */
  name: string
  credential: NewPasskey
}

export type AddSeatSection = {
  title: string
  sub_section_title?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** as listed unless you say */
  order_by?: number | undefined
  layout?: AddSeatSectionLayout | null | undefined
  rows: AddSeatSectionRow[]
}

/** null: computed */
export type AddSeatSectionLayout = {
  /** middle of the front row, in widths of a seat */
  x: number
  /** downwards */
  y: number
  /** degrees, clockwise; 0: rows go back downwards */
  rotation: number
  /** radius of the front row; 0: straight */
  curve: number
  /** from row to row */
  row_pitch: number
  /** from seat to seat */
  seat_pitch: number
}

export type AddSeatSectionRow = {
  title?: string | null | undefined
  aisle?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** one after the row before unless you say */
  position?: number | undefined
  seats: AddSeatSectionRowSeat[]
}

export type AddSeatSectionRowSeat = {
  title: string
  aisle?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** one after the seat before unless you say */
  position?: number | undefined
  /** for a wheelchair, beside one, with a restricted view, at an aisle */
  flags?: ('accessible' | 'companion' | 'restricted_view' | 'aisle')[] | undefined
}

export type AddShopDomain = {
  /** such as tickets.example.org, without a port */
  host: string
}

export type AddTag = {
  object_type: 'orders' | 'customers' | 'members'
  /** order_id, user_id or membership_member_id */
  object_id: number
  /** a word that staff find objects by */
  tag: string
}

export type AdvanceClock = {
  /** how far; or to_unix */
  seconds?: number | undefined
  /** to when, in the organisation’s time; or seconds */
  to_unix?: number | undefined
}

export type ApiErrorDetails = {
  type: 'invalid_request_error' | 'authentication_error' | 'payment_error' | 'permission_error' | 'conflict_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error' | (string & {})
  code: 'organisation_unnamed' | 'body_malformed' | 'parameter_missing' | 'parameter_invalid' | 'parameter_unknown' | 'cursor_invalid' | 'idempotency_key_invalid' | 'api_key_missing' | 'api_key_invalid' | 'api_key_expired' | 'api_key_revoked' | 'session_missing' | 'session_invalid' | 'sso_token_missing' | 'sso_token_invalid' | 'sso_token_expired' | 'sign_in_failed' | 'code_required' | 'code_invalid' | 'sign_on_failed' | 'card_declined' | 'payment_failed' | 'payment_method_invalid' | 'payment_method_not_offered' | 'scope_missing' | 'secret_key_in_browser' | 'cross_site_request' | 'proof_required' | 'sign_on_required' | 'role_missing' | 'sso_account_not_linked' | 'sign_on_refused' | 'organisation_suspended' | 'member_proof_required' | 'sandbox_only' | 'resource_missing' | 'route_unknown' | 'method_not_allowed' | 'request_timeout' | 'session_running' | 'sold_out' | 'price_unavailable' | 'max_per_order' | 'max_per_customer' | 'held_places_per_address' | 'seat_taken' | 'basket_expired' | 'basket_already_checked_out' | 'basket_event_mismatch' | 'link_expired' | 'membership_required' | 'member_limit_reached' | 'nonce_reused' | 'customer_has_open_items' | 'payment_provider_unconfigured' | 'state_conflict' | 'idempotency_key_in_use' | 'body_too_large' | 'url_too_long' | 'content_type_unsupported' | 'organisation_moved' | 'file_too_complex' | 'idempotency_key_reused' | 'rate_limit_minute' | 'rate_limit_day' | 'rate_limit_organisation_day' | 'rate_limit_mails' | 'rate_limit_address' | 'rate_limit_sso_link' | 'sign_in_delayed' | 'rate_limit_codes' | 'rate_limit_member_code' | 'headers_too_large' | 'internal_error' | 'payment_provider_error' | 'organisation_moving' | 'service_unavailable' | (string & {})
  /** for a developer to read */
  message: string
  /** the parameter it is about */
  param?: string | undefined
  /** every problem of the request, where there may be several */
  errors?: ParameterProblem[] | undefined
  /** sold_out: how many can be had at this moment */
  available?: number | undefined
  /** the seats that it is about */
  seat_ids?: number[] | undefined
  /** of a checkout: the order that there is already */
  order_id?: number | undefined
  /** basket_already_checked_out: opens that order */
  order_secret?: string | undefined
  /** of a checkout: how that order stands */
  order_status?: string | undefined
  /** what the payment provider said */
  decline_code?: string | undefined
  /** how much of an order is left to refund */
  refundable_amount?: number | undefined
  /** how the event stands */
  event_status_id?: string | undefined
  doc_url: string
  request_id: string
}

export type ApiKey = {
  key_id: number
  /** secret, publishable or gate */
  type: 'sk' | 'pk' | 'gk' | (string & {})
  mode: 'live' | 'test' | (string & {})
  name: string
  /** enough of the key to recognise it */
  hint: string
  scopes: string[]
  /** null: what the organisation allows its keys */
  requests_per_minute: number | null
  requests_per_day: number | null
  status: 'active' | 'expired' | 'revoked' | (string & {})
  /** Unix seconds */
  expires_at: number | null
  revoked_at: number | null
  /** to the minute */
  last_used_at: number | null
  created_at: number
}

export type ApiKeyList = {
  /** the kind of the items */
  object: 'api_keys' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: ApiKey[]
}

export type ApiKeyWithSecret = ApiKey & {
  /** the key itself; shown this once */
  secret: string
}

export type AssignSeat = {
  membership_seat_id: number
}

export type Attention = {
  kind: 'payment_waiting' | 'payment_failed' | 'refund_failed' | 'payment_reversed' | 'payout_failed' | 'payout_unmatched' | 'payment_not_paid_out' | 'payout_not_at_bank' | 'refund_owed' | 'bank_line_unclear' | 'transfer_running_out' | 'refund_requested' | 'vat_id_invalid' | 'scan_conflict' | 'mail_undelivered' | 'document_not_delivered' | 'webhook_endpoint_failing' | 'debt_overdue' | 'instalment_needs_fan' | 'instalment_returned' | 'instalment_overdue' | 'member_not_admitted' | 'renewal_failed' | (string & {})
  /** 1000 at most */
  count: number
  /** there are more than count */
  has_more: boolean
  newest: AttentionItem[]
}

export type AttentionItem = {
  /** of the payment, payout, refund, request, conflict, mail, endpoint, bank line, debt, order or document */
  id: number
  /** Unix seconds; of a transfer, its deadline */
  since: number
  order_id: number | null
  event_id: string | null
  /** the state, the code of the failure, or the reason */
  detail: string | null
}

export type AttentionList = {
  object: 'attention' | (string & {})
  data: Attention[]
}

export type AuditEntry = {
  audit_id: number
  /** Unix seconds */
  created_at: number
  /** api_key, staff, device, cli, system, or holder: of a ticket, on its page */
  actor_kind: string
  /** key_id of an api_key or a device, staff_id of staff */
  actor_id: string | null
  /** of staff, as they were called then */
  actor_name: string | null
  /** such as venue.created */
  action: string
  object_type: string
  object_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  request_id: string | null
}

export type AuditEntryList = {
  /** the kind of the items */
  object: 'audit_log' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: AuditEntry[]
}

export type AutoRenewal = {
  /** the type that follows */
  membership_type_id: number
  title: string
  /** today; the notice names what is charged. Major unit of the currency */
  price: number
  /** on top of the price, today; 0 where the price includes it */
  tax: number
  /** how many days before the end the member is told */
  notice_days: number
  /** how many days before the end it is made and charged */
  renewal_days: number
}

export type Availability = {
  price_category_id: number
  price_category_title: string
  availability: 'available' | 'few' | 'sold_out' | (string & {})
  /** null where the organisation does not show it to publishable keys */
  places_left: number | null
}

export type AvailabilityList = {
  event_id: string
  data: Availability[]
}

export type AwaitedTransfer = {
  order_id: number
  event_id: number | null
  /** of the buyer */
  name: string | null
  /** major unit of the currency */
  amount: number
  /** of it, has come so far */
  received: number
  currency: string
  /** as the buyer was shown it */
  reference: string | null
  /** Unix seconds; so long the places wait */
  expires_at: number
  /** Unix seconds */
  created: number
}

export type AwaitedTransferList = {
  /** the kind of the items */
  object: 'awaited_transfers' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: AwaitedTransfer[]
}

export type BankColumns = {
  /** the heading of the day */
  date: string
  /** with its sign; or else credit and debit */
  amount?: string | undefined
  /** what came in */
  credit?: string | undefined
  /** what went out */
  debit?: string | undefined
  currency?: string | undefined
  /** who paid, or was paid */
  name?: string | undefined
  /** by which account */
  counter_account?: string | undefined
  /** the bank’s number of the movement */
  reference?: string | undefined
  /** the organisation’s account */
  account?: string | undefined
  /** what was written beside it */
  text?: string[] | undefined
}

export type BankLine = {
  bank_line_id: number
  bank_statement_id: number
  /** where it stands in the file */
  line: number
  /** the bank’s day, as in 2026-03-01 */
  booked_on: string
  /** major unit of the currency; below zero it went out */
  amount: number
  currency: string
  /** who paid, or was paid */
  name: string | null
  /** by which account */
  counter_account: string | null
  /** what was written beside it */
  text: string
  bank_reference: string | null
  /** new and booking: being matched. unclear: for a person. set_aside: it pays for nothing here */
  status: 'new' | 'booking' | 'booked' | 'unclear' | 'set_aside' | (string & {})
  /** why it is unclear or set aside, or how it was booked */
  reason: 'no_reference' | 'unknown_reference' | 'several_references' | 'currency' | 'double' | 'differs' | 'late_part' | 'being_collected' | 'not_owed' | 'returned' | 'refund' | 'part' | 'too_much' | 'late' | 'recorded_before' | 'owed_back' | 'bank_charge' | 'outgoing' | 'no_money' | 'payout' | 'unknown_payout' | 'by_hand' | null | (string & {}) | null
  /** of the person who decided */
  note: string | null
  /** what it was booked to, or names */
  order_id: number | null
  debt_id: number | null
  /** by amount and name */
  suggested_order_id: number | null
  suggested_debt_id: number | null
  /** the payout of the payment provider that it is */
  payout_id: number | null
  /** by amount and day */
  suggested_payout_id: number | null
  /** what was decided can still be undone */
  can_reopen: boolean
  /** null: the program */
  decided_by: string | null
  /** Unix seconds */
  updated_at: number
}

export type BankLineList = {
  /** the kind of the items */
  object: 'bank_lines' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: BankLine[]
}

export type BankMapping = {
  /** absent: as the headings have it */
  delimiter?: ',' | ';' | '	' | '|' | undefined
  decimal: ',' | '.'
  /** the order of day, month and year */
  dates: 'dmy' | 'mdy' | 'ymd'
  /** ISO 4217; of rows that say none */
  currency: string
  columns: BankColumns
}

export type BankStatement = {
  bank_statement_id: number
  format: 'camt.053' | 'mt940' | 'csv' | (string & {})
  file_name: string | null
  /** the organisation’s, as the file names it */
  account: string | null
  /** as in 2026-03-01 */
  first_day: string | null
  last_day: string | null
  /** movements in the file */
  lines: number
  /** of these, had come with an earlier file */
  lines_known: number
  /** still to be matched, by the worker */
  waiting: number
  booked: number
  /** for a person to work through */
  unclear: number
  /** the bank’s charges, what went out, and what a person has set aside */
  set_aside: number
  /** how a CSV was read */
  mapping: StoredBankMapping | null
  imported_by: string | null
  /** Unix seconds */
  created: number
}

export type BankStatementList = {
  /** the kind of the items */
  object: 'bank_statements' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: BankStatement[]
}

export type Basket = SalePreview & {
  id: string
  status: 'open' | 'paying' | 'checked_out' | 'expired' | 'abandoned' | (string & {})
  org_id: string
  /** of the items; null while there are none */
  event_id: string | null
  discount_code: string | null
  /** of all items: what the organisation gets back out of the service fee; no part of the total */
  rebate?: number | undefined
  /** the tax that the total includes, by rate; none where nothing is known of tax */
  taxes: Tax[]
  /** Unix seconds; the places are free then */
  expires_at: number
  /** Unix seconds */
  created: number
  order: BasketOrder | null
}

export type BasketItem = {
  id: string
  price_id: number
  /** of the price */
  title: string
  price_category_id: number
  price_category_title: string
  /** of the price category, for tickets without a seat */
  section_label: string | null
  /** to come in by: that of the seat, or those of the price category; null: any */
  gate: string | null
  /** how to find the gate, in the words of the organisation */
  entrance: string | null
  quantity: number
  /** tickets, and places, of all units */
  tickets: number
  /** of one unit, major unit of the currency */
  price: number
  /** of one unit */
  service_fee: number
  /** of one unit */
  service_tax: number
  /** of one unit: what the organisation gets back out of the service fee */
  rebate?: number | undefined
  /** taken off the price of all units */
  discount: number
  /** on top of the price of all units less its discount; 0 where the price includes it */
  tax: number
  /** of all units: price less discount, plus service fee, service tax and tax */
  total: number
  /** of reserved seating, while the basket holds them; then they are on the tickets of the order */
  seats: BasketSeat[]
}

export type BasketMembership = {
  /** as an item of the basket */
  id: string
  membership_type_id: number
  type_title: string
  membership_category_id: number
  category_title: string
  /** null: paid at once */
  membership_payment_option_id: string | null
  /** whose membership goes on; null: a new member */
  membership_member_id: number | null
  /** the price is the difference to the membership that it replaces */
  upgrade: boolean
  auto_renew: boolean
  season_id: number | null
  season_title: string | null
  seat: BasketMembershipSeat | null
  /** major unit of the currency */
  price: number
  /** taken off the price */
  discount: number
  /** on top of the price less its discount; 0 where the price includes it */
  tax: number
  /** price less discount, plus tax */
  total: number
  /** of the total, with the checkout */
  due_now: number
  /** the plan, the first of them due with the checkout; none where all of it is paid at once */
  instalments: PlannedInstalment[]
  /** automatic: later instalments are charged on their days by what the first is paid with; say so before the buyer pays */
  collection: 'by_hand' | 'automatic' | (string & {})
}

export type BasketMembershipSeat = OrderLineSeat & {
  seat_id: number
  gate: string | null
}

export type BasketOrder = {
  order_id: number
  order_uuid: string
  order_status: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | (string & {})
  /** opens it at /v1/storefront/order; null while the basket can be changed */
  order_secret: string | null
}

export type BasketSeat = {
  seat_id: number
  section_label: string
  sub_section_title: string | null
  seat_level: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string
  /** to come in by: that of the seat, or those of the price category; null: any */
  gate: string | null
  /** how to find the gate, in the words of the organisation */
  entrance: string | null
}

export type BeginSignOn = {
  /** as in the address where the team signs on */
  organisation: number
  /** to prove that it is still them: the provider is to ask, even if it knows the browser; false by default */
  again?: boolean | undefined
  /** the person was asked, and agrees that the session of another person in this browser ends; false by default */
  ends_session?: boolean | undefined
}

export type BookBankLine = {
  /** that it pays, by the transfer that the order waits, or has waited, for */
  order_id?: number | undefined
  /** or the debt; of the organisation, where the money went out */
  debt_id?: number | undefined
  /** or the payout of the payment provider that it is: it is set aside, since the books have it */
  payout_id?: number | undefined
  /** owed_back: it pays for nothing and is owed to the buyer of order_id, who is asked for an account; `payment` by default */
  as?: 'payment' | 'owed_back' | undefined
  note?: string | null | undefined
}

export type BookDifference = {
  /** here: our books; there: the provider’s */
  difference: 'missing_here' | 'missing_there' | 'other_amount' | 'other_currency' | 'unknown' | (string & {})
  /** by which the provider knows it */
  reference: string
  order_id: number | null
  /** Unix seconds */
  created: number
  here: MoneyAmount | null
  there: MoneyAmount | null
}

export type CancelEvent = {
  /** all: every confirmed order is refunded, in the background; `none` by default */
  refund?: 'none' | 'all' | undefined
  /** told to everybody who has a ticket */
  reason?: string | null | undefined
}

export type CancelMember = {
  /** what becomes of what is still owed: stays_owed: the buyer is asked for it by mail, with a link, and nothing is charged any more; write_off: nothing is asked for; `stays_owed` by default */
  owed?: 'stays_owed' | 'write_off' | undefined
  reason?: string | null | undefined
}

export type CancelMembership = {
  /** what becomes of what is still owed: stays_owed: the buyer is asked for it by mail, with a link, and nothing is charged any more; write_off: nothing is asked for; `stays_owed` by default */
  owed?: 'stays_owed' | 'write_off' | undefined
  reason?: string | null | undefined
}

export type CancelOrder = {
  /** give back all that is left of what was paid; of memberships, the amount; false by default */
  refund?: boolean | undefined
  /** with refund: give back so much of it, in the major unit of the currency */
  amount?: number | undefined
  reason?: string | null | undefined
}

export type Cancellation = {
  event_id: number
  /** ISO 4217 */
  currency: string
  /** confirmed orders */
  orders: number
  /** orders whose payment is still under way */
  paying: number
  /** active tickets */
  tickets: number
  /** confirmed orders with an address, whose buyers are told */
  mailed: number
  /** confirmed orders without an address: tell them otherwise */
  unreachable: number
  /** of all ways together; major unit of the currency */
  refundable_amount: number
  /** how the money would go back; those of which there is nothing are left out */
  ways: CancellationWay[]
  /** still owed by buyers, which would no longer be asked for */
  unpaid_amount: number
}

export type CancellationWay = {
  /** provider: by itself, to the card or account that paid. cash and transfer: owed until staff pay it out. credit: credited again */
  way: 'provider' | 'cash' | 'transfer' | 'credit' | (string & {})
  orders: number
  /** major unit of the currency */
  amount: number
}

/** No money goes back: what was owed is cancelled, or credit returned. */
export type CancelledDebt = {
  order_id: number
  /** of what was owed, and need not be paid any more */
  cancelled_amount: number
  /** paid by credit, and credited again */
  credited_amount: number
  /** ISO 4217 */
  currency: string
  /** tickets that were given back with it */
  ticket_ids: number[]
}

export type CancelledEvent = {
  event: TicketedEvent
  orders: CancelledEventOrders
}

export type CancelledEventOrders = {
  /** orders that stay confirmed until each is refunded */
  confirmed: number
  /** orders whose payment is still under way */
  pending: number
  /** active tickets */
  tickets: number
  /** what the confirmed orders paid and have not got back */
  refundable_amount: number
  currency: string
}

export type CancelledOrder = {
  order: OrderWithTickets
  /** null when nothing was asked for, or nothing had been paid */
  refund: Refund | null
}

export type CardPage = {
  organisation: CardPageOrganisation
  card: MemberCard
  /** what its QR code says; null once it is cancelled */
  barcode: string | null
  /** of the member’s last order, else of the organisation */
  language: string
  /** of phones, for which there are passes */
  wallets: ('apple' | 'google' | (string & {}))[]
  /** how it is paid, the newest order first; none where nothing was owed */
  plans: MemberPlan[]
}

export type CardPageOrganisation = {
  name: string
  /** ISO 3166-1 alpha-2 */
  country: string
  logo_image: string | null
  /** #rrggbb; of buttons and links */
  accent_color: string | null
  /** IANA name */
  timezone: string
}

export type CardReader = {
  reader_id: string
  name: string
  status: 'online' | 'offline' | (string & {})
}

export type CardReaderList = {
  /** the kind of the items */
  object: 'card_readers' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: CardReader[]
}

export type CardSeat = {
  section_label: string | null
  sub_section_title: string | null
  seat_level: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string | null
  gate: string | null
}

export type CardSecret = {
  /** opens the card, /t/{card_secret}, and its operations */
  card_secret: string
}

export type ChangeBasket = {
  /** in any case of letters; null takes it away */
  discount_code?: string | null | undefined
}

export type ChangeCustomer = {
  /** the organisation’s own reference; made up when absent */
  org_customer_id?: string | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email_address?: string | null | undefined
  mobile_number?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  marketing_emails?: boolean | undefined
  new_event_notifications?: boolean | undefined
}

export type ChangeDevice = {
  name?: string | undefined
  /** gates that it may scan at; null or none: every gate */
  gate_ids?: number[] | null | undefined
}

export type ChangeDiscount = {
  /** what the fan types; any case */
  code?: string | undefined
  /** off the prices; or else amount */
  percentage?: number | null | undefined
  /** off the order, in the major unit */
  amount?: number | null | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  /** null: from the beginning */
  available_from_unix?: number | null | undefined
  /** null: without an end */
  available_until_unix?: number | null | undefined
  /** orders that may take it; null: any number */
  uses_max?: number | null | undefined
  discount_status?: 'active' | 'inactive' | undefined
}

export type ChangeEvent = {
  title?: string | undefined
  /** Unix seconds */
  event_start_unix?: number | undefined
  /** after the start */
  event_end_unix?: number | null | undefined
  /** not after the start */
  doors_open_unix?: number | null | undefined
  venue_id?: string | number | null | undefined
  /** there is no place to go to, so no venue */
  online_event?: boolean | undefined
  /** IANA time zone, such as Australia/Sydney */
  timezone?: string | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  /** small letters, digits and single hyphens; unique. Without it, one is made from the title */
  url_string?: string | undefined
  /** absolute address, http or https */
  buy_tickets_url?: string | null | undefined
  /** absolute address, http or https */
  banner_image?: string | null | undefined
  /** plain text, with line breaks */
  description?: string | null | undefined
  translations?: ChangeEventTranslations | null | undefined
  /** addresses, the most important first; an empty list clears */
  images?: string[] | undefined
  public_event?: boolean | undefined
  reserved_seating?: boolean | undefined
  /** tickets that one customer may have in all orders together, but for the box office; null: no cap */
  max_per_customer?: number | null | undefined
  /** whether a checkout takes a name for each ticket */
  holder_names?: 'none' | 'optional' | 'required' | undefined
  /** tickets enter by the code of the moment only, which a page shows */
  rotating_barcodes?: boolean | undefined
  /** map of the seats that are sold */
  seat_map_id?: number | null | undefined
  /** map of the season seats that are let in */
  membership_seat_map_id?: number | null | undefined
  /** seasons that it belongs to, whose seats are taken in it. A new event that does not say is in those of its membership_seat_map_id and day that take new events */
  season_ids?: number[] | undefined
  /** with another start or venue of an event on sale: until when those who bought before may ask for a refund, also where refund_request_hours is null */
  refund_requests_until_unix?: number | null | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type ChangeEventTranslations = {
  en?: ChangeEventTranslationsEn | undefined
  de?: ChangeEventTranslationsDe | undefined
  es?: ChangeEventTranslationsEs | undefined
  fr?: ChangeEventTranslationsFr | undefined
  nl?: ChangeEventTranslationsNl | undefined
  da?: ChangeEventTranslationsDa | undefined
}

export type ChangeEventTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
}

export type ChangeEventTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
}

export type ChangeEventTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
}

export type ChangeEventTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
}

export type ChangeEventTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
}

export type ChangeEventTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
}

export type ChangeGate = {
  name?: string | undefined
  /** how to find it, for stewards who send people there: to the left, past the shop */
  directions?: string | null | undefined
}

export type ChangeItem = {
  quantity: number
  /** of an item with seats: those that stay, where it becomes fewer */
  seat_ids?: number[] | undefined
}

export type ChangeMail = {
  /** false: it is not sent */
  enabled?: boolean | undefined
  /** of the texts that are sent; `en` by default */
  language?: 'en' | 'de' | 'es' | 'fr' | 'nl' | 'da' | undefined
  /** one line; null: the built-in text */
  subject?: string | null | undefined
  /** one line; null: the built-in text */
  heading?: string | null | undefined
  /** before what was bought; an empty line begins a paragraph; null: the built-in text */
  intro?: string | null | undefined
  /** at the end; null: the built-in text */
  closing?: string | null | undefined
}

export type ChangeMember = {
  /** the user_id of a customer */
  user_id?: string | number | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  /** generated unless you say */
  member_number?: string | undefined
  /** one person over several memberships; generated unless you say */
  person_id?: string | null | undefined
  membership_type_id?: number | null | undefined
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  /** Unix seconds */
  expires?: number | null | undefined
  auto_renew?: number | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
  marketing_emails?: boolean | undefined
}

export type ChangeMembershipCategory = {
  title?: string | undefined
  /** where its members sit; null: anywhere */
  membership_seat_map_id?: number | null | undefined
  /** 1 unless you say */
  show_online?: number | undefined
  /** absolute address, http or https */
  image?: string | null | undefined
  /** 0 unless you say; 1: its members enter on their own barcode */
  game_day_access?: number | undefined
  /** #rrggbb */
  hex_color?: string | null | undefined
  /** position, smallest first; 0 unless you say */
  order_by?: number | undefined
  /** 1 active, 0 inactive; 1 unless you say */
  status?: number | undefined
}

export type ChangeMembershipPaymentOption = {
  title?: string | undefined
  /** 0 unless you say */
  auto_renewal?: number | undefined
  /** when the plan ends whenever it began; null: it runs from the purchase */
  fixed_end_date?: number | null | undefined
  /** 1, which is paid at once, unless you say */
  number_of_instalments?: number | undefined
  /** from one instalment to the next; 1 unless you say */
  months_between?: number | undefined
  /** by_hand unless you say; automatic: what the first is paid with is kept */
  collection?: 'by_hand' | 'automatic' | undefined
  /** position, smallest first; 0 unless you say */
  order_by?: number | undefined
  /** 1 active, 0 inactive; 1 unless you say */
  status?: number | undefined
}

export type ChangeMembershipType = {
  membership_category_id?: number | undefined
  title?: string | undefined
  /** in the currency of the organisation, major unit: 12.5 */
  price?: number | undefined
  /** whose seats and events its members have; stays once a member has a seat by it */
  season_id?: number | null | undefined
  /** whether it is sold with a seat: optional unless you say; required and seat_section_ids are for a season with a map */
  seating?: 'none' | 'optional' | 'required' | undefined
  /** where its seats are; empty: anywhere on the map */
  seat_section_ids?: number[] | undefined
  /** YYYY-MM-DD, the last day, in the time zone of the organisation */
  expires?: string | null | undefined
  /** 0 unless you say */
  offer_auto_renew?: number | undefined
  /** the type by which members with auto_renew go on: the next season’s, or itself where it lasts a month or a year; null: none */
  renewal_type_id?: number | null | undefined
  /** days before the end on which they are told; 30 unless you say */
  renewal_notice_days?: number | undefined
  /** days before the end on which it is made; 7 unless you say */
  renewal_days?: number | undefined
  /** 1 unless you say */
  show_online?: number | undefined
  /** 1: its members enter on their own barcode; 1 with a season unless you say, also when it is given one; else 0 */
  game_day_access?: number | undefined
  /** what it costs from a day on, in the time zone of the organisation: pro rata, half a season */
  prices?: ChangeMembershipTypePrice[] | undefined
  /** how long it lasts from the day that it is bought; null: until `expires` */
  term?: 'month' | 'year' | 'life' | null | undefined
  /** start of the sale; null: open */
  available_from_unix?: number | null | undefined
  /** end of the sale; null: open */
  available_until_unix?: number | null | undefined
  /** how many there may be; null: no limit */
  max_members?: number | null | undefined
  /** years of age on the day that it is bought */
  age_from?: number | null | undefined
  /** the oldest, in years */
  age_until?: number | null | undefined
  /** how many of them one buyer may have online */
  max_per_person?: number | null | undefined
  /** what goes back to a member who leaves: none unless you say; full_until, with cancellation_until; by_events_left, of a season */
  cancellation?: 'none' | 'full_until' | 'by_events_left' | undefined
  /** YYYY-MM-DD, the last day of full_until */
  cancellation_until?: string | null | undefined
  /** what it is taxed at: that of new prices unless you say; null: nothing is said of tax */
  tax_rate_id?: number | null | undefined
  /** position, smallest first; 0 unless you say */
  order_by?: number | undefined
  /** 1 active, 0 inactive; 1 unless you say */
  status?: number | undefined
}

export type ChangeMembershipTypePrice = {
  /** YYYY-MM-DD */
  from: string
  price: number
}

export type ChangeOfCredit = {
  kind: string
  amount: number
}

export type ChangeOrganisation = {
  name?: string | undefined
  company?: string | null | undefined
  business_number?: string | null | undefined
  /** ISO 3166-1 alpha-2, such as AU */
  country?: string | undefined
  /** IANA time zone, such as Australia/Sydney */
  timezone?: string | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  /** BCP 47 tag, such as en or de-AT */
  language?: string | undefined
  contact_email?: string | null | undefined
  /** absolute address, http or https */
  ticket_page_url?: string | null | undefined
  /** its shop is at /shop/{shop_slug}/: lower-case letters, digits and hyphens */
  shop_slug?: string | undefined
  /** absolute address, http or https */
  logo_image?: string | null | undefined
  /** absolute address, http or https */
  background_image?: string | null | undefined
  /** absolute address, http or https */
  favicon?: string | null | undefined
  /** #rrggbb */
  background_color?: string | null | undefined
  /** #rrggbb */
  accent_color?: string | null | undefined
  /** sites that may show the shop in a frame, and nobody else */
  embed_origins?: string[] | undefined
  /** small print on tickets */
  ticket_terms?: string | null | undefined
  /** what publishable keys are told: how many are left, only that few are, or only whether any are */
  places_left_shown?: 'number' | 'few' | 'none' | undefined
  /** as many, or fewer, are few */
  few_places_left?: number | undefined
  /** places that one address may hold at once through publishable keys; null: no cap */
  held_places_per_address?: number | null | undefined
  /** what publishable keys may ask from one address in a minute */
  address_requests_per_minute?: number | undefined
  /** and in a day */
  address_requests_per_day?: number | undefined
  /** holders rename tickets and pass them on by themselves */
  holder_changes?: boolean | undefined
  /** buyers ask for a refund until so many hours before the event; null: not at all */
  refund_request_hours?: number | null | undefined
  /** the box office takes cards on readers */
  card_readers?: boolean | undefined
  /** the least coin that sums in cash are rounded to at the counter: 0.05, 0.1, 0.2, 0.5 or 1; null: none. Where the currency changes it is taken away */
  cash_rounding?: number | null | undefined
  /** after which an invoice is due */
  invoice_days?: number | undefined
  /** after which credit of a fan expires; null: never */
  credit_days?: number | null | undefined
  /** when credit goes back of what an order was paid by */
  refund_credit?: 'first' | 'last' | undefined
  /** what becomes of tickets whose payment is disputed */
  disputed_tickets?: 'stop' | 'keep' | undefined
  /** buyers online have to agree to the terms, once these are written */
  terms_consent?: boolean | undefined
  /** refunds of more than this ask staff to prove again who they are, and so does raising it */
  refund_proof_amount?: number | undefined
  /** on every order; major unit of the currency */
  transaction_fee_fixed?: number | undefined
  /** of what an order costs without it; two decimals at most */
  transaction_fee_percentage?: number | undefined
  /** the most that both are together; null: no cap */
  transaction_fee_max?: number | null | undefined
  /** also on orders that cost nothing otherwise */
  transaction_fee_free_orders?: boolean | undefined
  /** also at the box office */
  transaction_fee_boxoffice?: boolean | undefined
}

export type ChangeOwnCard = {
  /** the provider’s reference, such as pm_… or ctoken_… */
  payment_method?: string | undefined
  /** of an answer with a next_action, once the fan has done what it asks for */
  setup?: string | undefined
  /** of the mandate’s text that the fan has read and agrees to (/v1/storefront/mandate_text): a direct debit is taken with it alone */
  mandate_version?: number | null | undefined
  /** BCP 47 tag, such as en or de-AT */
  language?: string | null | undefined
}

export type ChangePassword = {
  /** of a person who has one */
  current_password?: string | undefined
  /** any characters; none of the passwords that are tried first */
  new_password: string
}

export type ChangePrice = {
  title?: string | undefined
  translations?: ChangePriceTranslations | null | undefined
  /** major unit of the event’s currency */
  price?: number | undefined
  /** at most service_fee */
  rebate?: number | undefined
  /** major unit of the event’s currency */
  service_fee?: number | undefined
  /** major unit of the event’s currency */
  service_tax?: number | undefined
  /** what it is taxed at: that of new prices unless you say; null: nothing is said of tax */
  tax_rate_id?: number | null | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  group_ticket?: boolean | undefined
  tickets_included?: number | undefined
  /** units that one order may have, but for the box office; null: no cap */
  max_per_order?: number | null | undefined
  /** units that one customer may have in all orders together, but for the box office; null: no cap */
  max_per_customer?: number | null | undefined
  /** start of the sale; null: open */
  available_from_unix?: number | null | undefined
  /** end of the sale; null: when the event is over */
  available_until_unix?: number | null | undefined
  /** only proven members of this type may buy */
  membership_type_id?: number | null | undefined
  /** or of any of these; null or none: everybody */
  membership_type_ids?: number[] | null | undefined
  /** units in all orders; null: one for each of their memberships */
  max_per_member?: number | null | undefined
  show_online?: boolean | undefined
  show_boxoffice?: boolean | undefined
  /** 0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited */
  scanning_flag?: number | undefined
  /** gates say it loudly, with what to check */
  concession?: 'child' | 'concession' | null | undefined
  /** what a steward looks at, such as “under 16” or “student card” */
  gate_check?: string | null | undefined
  /** most places of the category; null: all of them */
  limit_places?: number | null | undefined
  price_status?: 'active' | 'inactive' | undefined
  order_by?: number | undefined
}

export type ChangePriceCategory = {
  title?: string | undefined
  /** places in all */
  capacity?: number | undefined
  /** printed on tickets without a seat */
  section_label?: string | null | undefined
  translations?: ChangePriceCategoryTranslations | null | undefined
  price_category_status?: 'active' | 'inactive' | undefined
  order_by?: number | undefined
  /** gates of the venue that let it in; null or none: all */
  gate_ids?: number[] | null | undefined
  /** sections of the event’s map whose seats it sells */
  seat_section_ids?: number[] | null | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type ChangePriceCategoryTranslations = {
  en?: ChangePriceCategoryTranslationsEn | undefined
  de?: ChangePriceCategoryTranslationsDe | undefined
  es?: ChangePriceCategoryTranslationsEs | undefined
  fr?: ChangePriceCategoryTranslationsFr | undefined
  nl?: ChangePriceCategoryTranslationsNl | undefined
  da?: ChangePriceCategoryTranslationsDa | undefined
}

export type ChangePriceCategoryTranslationsDa = {
  title?: string | undefined
  section_label?: string | undefined
}

export type ChangePriceCategoryTranslationsDe = {
  title?: string | undefined
  section_label?: string | undefined
}

export type ChangePriceCategoryTranslationsEn = {
  title?: string | undefined
  section_label?: string | undefined
}

export type ChangePriceCategoryTranslationsEs = {
  title?: string | undefined
  section_label?: string | undefined
}

export type ChangePriceCategoryTranslationsFr = {
  title?: string | undefined
  section_label?: string | undefined
}

export type ChangePriceCategoryTranslationsNl = {
  title?: string | undefined
  section_label?: string | undefined
}

export type ChangePriceList = {
  title?: string | undefined
  /** whose categories and prices it takes, as they are now */
  event_id?: string | number | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type ChangePriceTranslations = {
  en?: ChangePriceTranslationsEn | undefined
  de?: ChangePriceTranslationsDe | undefined
  es?: ChangePriceTranslationsEs | undefined
  fr?: ChangePriceTranslationsFr | undefined
  nl?: ChangePriceTranslationsNl | undefined
  da?: ChangePriceTranslationsDa | undefined
}

export type ChangePriceTranslationsDa = {
  title?: string | undefined
}

export type ChangePriceTranslationsDe = {
  title?: string | undefined
}

export type ChangePriceTranslationsEn = {
  title?: string | undefined
}

export type ChangePriceTranslationsEs = {
  title?: string | undefined
}

export type ChangePriceTranslationsFr = {
  title?: string | undefined
}

export type ChangePriceTranslationsNl = {
  title?: string | undefined
}

export type ChangeQuestion = {
  /** the question, as the fan reads it */
  title?: string | undefined
  /** plain text below the question */
  description?: string | null | undefined
  /** of a choice: what can be answered */
  choices?: string[] | undefined
  translations?: ChangeQuestionTranslations | null | undefined
  required?: boolean | undefined
  /** stewards see the answer; 3 questions of an event at most */
  show_at_gate?: boolean | undefined
  order_by?: number | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type ChangeQuestionTranslations = {
  en?: ChangeQuestionTranslationsEn | undefined
  de?: ChangeQuestionTranslationsDe | undefined
  es?: ChangeQuestionTranslationsEs | undefined
  fr?: ChangeQuestionTranslationsFr | undefined
  nl?: ChangeQuestionTranslationsNl | undefined
  da?: ChangeQuestionTranslationsDa | undefined
}

export type ChangeQuestionTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type ChangeQuestionTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type ChangeQuestionTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type ChangeQuestionTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type ChangeQuestionTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type ChangeQuestionTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type ChangeRefundRequest = {
  /** what the buyer reads on the page and in the mail */
  note?: string | null | undefined
}

export type ChangeSeason = {
  title?: string | undefined
  /** where its seats are; stays once one is sold */
  seat_map_id?: number | null | undefined
  /** YYYY-MM-DD, in the time zone of the organisation */
  first_day?: string | undefined
  /** YYYY-MM-DD, included */
  last_day?: string | undefined
  /** events that are made on its map and days join it */
  takes_new_events?: boolean | undefined
  /** the season before: from now on the seats of its holders are kept for them in this one; with seats_kept_until_unix; null: it follows none */
  follows_season_id?: number | null | undefined
  /** until when they are kept, then they are free; later or earlier, it moves all that are not kept longer for one member */
  seats_kept_until_unix?: number | null | undefined
  /** members without a seat count in the price category of this title, event by event */
  category_title?: string | null | undefined
}

export type ChangeSeat = {
  seat_aisle?: string | null | undefined
  seat_level?: string | null | undefined
  seat_gate?: string | null | undefined
  /** for a wheelchair, beside one, with a restricted view, at an aisle */
  flags?: ('accessible' | 'companion' | 'restricted_view' | 'aisle')[] | undefined
}

export type ChangeSeatMap = {
  title?: string | undefined
  venue_id?: string | number | null | undefined
}

export type ChangeSeatSection = {
  title?: string | undefined
  sub_section_title?: string | null | undefined
  order_by?: number | undefined
  layout?: ChangeSeatSectionLayout | null | undefined
  /** of the whole stand, which is all sections of its title: front or middle */
  best_seats?: 'front' | 'middle' | undefined
}

/** null: computed */
export type ChangeSeatSectionLayout = {
  /** middle of the front row, in widths of a seat */
  x: number
  /** downwards */
  y: number
  /** degrees, clockwise; 0: rows go back downwards */
  rotation: number
  /** radius of the front row; 0: straight */
  curve: number
  /** from row to row */
  row_pitch: number
  /** from seat to seat */
  seat_pitch: number
}

export type ChangeSsoProvider = {
  name?: string | undefined
  /** as its tokens spell `iss`, to the last slash; https */
  issuer?: string | undefined
  /** client ids whose tokens are accepted */
  audiences?: string[] | undefined
  /** https; null: as its discovery document says */
  jwks_uri?: string | null | undefined
  /** only for a provider that verifies addresses itself */
  trust_email?: boolean | undefined
}

export type ChangeTaxRate = {
  /** as receipts call it, such as VAT */
  title?: string | undefined
  /** why no tax is asked for, as it is written for buyers */
  reason?: string | null | undefined
  /** by the day of the supply, all of them at once */
  percentages?: ChangeTaxRatePercentage[] | undefined
  /** service fees and transaction fees bear it, and no other any more */
  on_fees?: boolean | undefined
  /** new prices and membership types bear it unless they say otherwise */
  on_new_prices?: boolean | undefined
  /** brings back what was archived */
  tax_rate_status?: 'active' | undefined
}

export type ChangeTaxRatePercentage = {
  /** YYYY-MM-DD; the first counts before its day too */
  valid_from: string
  /** three decimals at most */
  percentage: number
}

export type ChangeTeamMember = {
  /** what a member of staff may do in an organisation */
  role: 'owner' | 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader'
}

export type ChangeTicket = {
  /** the holder */
  ticket_name?: string | null | undefined
  email_address?: string | null | undefined
}

export type ChangeTransferAccount = {
  /** fans may pay by transfer; needs an account */
  switched_on: boolean
  /** with or without blanks; a QR-IBAN is one, too. null: no account */
  iban: string | null
  /** of banks outside of the European Economic Area */
  bic?: string | null | undefined
  account_holder: string | null
  postcode?: string | null | undefined
  town?: string | null | undefined
  days: number
  days_before_event: number
}

export type ChangeVenue = {
  name?: string | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 alpha-2, such as AU */
  country?: string | null | undefined
  /** IANA time zone, such as Australia/Sydney */
  timezone?: string | null | undefined
}

export type ChangeWebhookEndpoint = {
  /** absolute https address; http only for a sandbox */
  url?: string | undefined
  /** for people */
  description?: string | null | undefined
  /** which messages it is sent; * stands for all that the key may read, those of later versions included. A type belongs to a scope, which the key needs */
  types?: ('*' | 'order.created' | 'order.completed' | 'order.cancelled' | 'order.refunded' | 'order.expired' | 'ticket.issued' | 'ticket.scanned' | 'ticket.cancelled' | 'ticket.transferred' | 'member.created' | 'member.updated' | 'member.fulfilled' | 'member.renewed' | 'member.cancelled' | 'instalment.paid' | 'instalment.failed' | 'mandate.given' | 'mandate.given_up' | 'mandate.failed' | 'instalment.moved' | 'renewal.announced' | 'renewal.failed' | 'renewal.stopped' | 'debt.created' | 'debt.settled' | 'debt.overdue' | 'payment.reversed' | 'credit.changed' | 'customer.created' | 'customer.updated' | 'event.created' | 'event.updated' | 'event.cancelled' | 'event.sold_out' | 'scan.conflict' | 'webhook_endpoint.disabled' | 'ping')[] | undefined
  status?: 'enabled' | 'disabled' | undefined
}

export type Charge = {
  /** YYYY-MM-DD, by the calendar of the organisation */
  due_on: string
  /** major unit of the currency */
  amount: number
}

export type CheckSupervisorCode = {
  code: string
}

export type CheckedCode = {
  right: boolean
  /** none: for 15 minutes nothing that this device sends is right */
  tries_left: number
}

export type Checkout = OrderWithTickets & {
  /** that of the order: confirmed, or pending while it is being paid */
  status: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | (string & {})
  basket_id: string
  /** opens this order again at /v1/storefront/order; keep it where the buyer alone can read it */
  order_secret: string
  /** what the fan’s browser has to do: 3-D Secure with a client_secret, then repeat the checkout; or visit redirect_url, where type is redirect */
  next_action: Record<string, string> | null
}

export type CheckoutBasket = {
  /** the provider’s reference, such as pm_… or ctoken_…; not needed when the total is zero */
  payment_method?: string | null | undefined
  /** a page of the organisation’s shop, or of a site in its embed_origins: where the buyer comes back to if the payment method sends them to a page of their bank. It is given the parameter payment_return, for /v1/storefront/payment_return. Without it such methods are refused */
  return_url?: string | null | undefined
  customer: CheckoutBasketCustomer
  /** BCP 47 tag, such as en or de-AT */
  language?: string | null | undefined
  /** how much of the signed-in fan’s credit to spend, in the major unit of the currency: so much less is charged, down to nothing. It is theirs again where the rest is not paid */
  credit?: number | undefined
  /** of the terms that the buyer has agreed to: that of the storefront */
  terms_version?: number | null | undefined
  /** of the mandate’s text that the fan has read and agrees to (/v1/storefront/mandate_text): a direct debit is taken with it alone */
  mandate_version?: number | null | undefined
  document_recipient?: CheckoutBasketDocumentRecipient | null | undefined
  /** one for each ticket, in the order of the basket’s items and of the seats in each */
  holders?: CheckoutBasketHolder[] | undefined
  /** by the key of the question */
  answers?: Record<string, string> | undefined
}

export type CheckoutBasketCustomer = {
  email: string
  first_name: string
  last_name: string
  mobile_number?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  /** false by default */
  marketing_emails?: boolean | undefined
}

export type CheckoutBasketDocumentRecipient = {
  name: string
  company?: string | null | undefined
  /** street and number, and what else an envelope needs */
  address_lines: string[]
  postcode?: string | null | undefined
  city: string
  /** ISO 3166-1 alpha-2, such as AU */
  country: string
  /** with its country’s letters; its form is checked */
  vat_id?: string | null | undefined
  /** what the buyer’s books call the purchase */
  reference?: string | null | undefined
  /** participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked */
  peppol_id?: string | null | undefined
}

export type CheckoutBasketHolder = {
  /** without it, the buyer’s name */
  ticket_name?: string | null | undefined
  /** by the key of the question */
  answers?: Record<string, string> | undefined
}

export type CloseTill = {
  /** cash that was counted in the drawer */
  counted: number
  note?: string | null | undefined
}

export type CollectionLadder = {
  /** at which hour of the organisation’s day instalments are charged */
  collection_hour: number
  /** so many days after its own an instalment is charged again that an account had no money for; what a bank will never pay, or wants the fan for, is not */
  retry_days: number[]
  /** so many days after its first failure a member is let in and the steward told, and has member prices; null: never */
  soft_overdue_days: number | null
  /** so many days after its first failure a member is refused at the gates and has no member prices; null: from its own day on */
  hard_overdue_days: number | null
  /** so many days after its first failure the member’s seat is for sale, at each match from three days before it on; null: never */
  seat_free_days: number | null
  /** so many days after its first failure the membership ends, and what is owed stays owed; null: never */
  end_days: number | null
}

export type CollectionLadderPreview = {
  today: CollectionLadderPreviewToday
  in_30_days: CollectionLadderPreviewIn30Days
}

export type CollectionLadderPreviewIn30Days = {
  /** let in, and the steward told */
  soft_overdue: number
  /** refused, with those on later steps */
  hard_overdue: number
  /** whose seats are for sale, with those who are ended */
  seat_free: number
  ended: number
}

export type CollectionLadderPreviewToday = {
  /** let in, and the steward told */
  soft_overdue: number
  /** refused, with those on later steps */
  hard_overdue: number
  /** whose seats are for sale, with those who are ended */
  seat_free: number
  ended: number
}

export type CollectionStages = {
  /** of each stage and currency that has any */
  stages: CollectionStagesStage[]
}

export type CollectionStagesStage = {
  stage: 'due_soon' | 'failed' | 'needs_fan' | 'returned' | 'under_way' | (string & {})
  /** ISO 4217 */
  currency: string
  instalments: number
  /** what is left of them */
  open: number
}

export type ComparedEventSales = {
  event_id: string
  title: string
  /** IANA name */
  timezone: string
  data: SalesBucket[]
  compared?: EventSales | undefined
}

export type CompleteOnboarding = {
  /** what `return_url` was called with */
  state: string
}

export type ConfirmSsoLink = {
  /** six digits, as text */
  code: string
}

export type ConfirmTotp = {
  code: string
}

export type ConflictHolder = {
  /** on the ticket, or of the member */
  name: string | null
  order_id: number | null
  category_title: string | null
  /** or the membership type of the member */
  price_title: string | null
  seat_section: string | null
  /** the block of the stand */
  seat_block: string | null
  seat_row: string | null
  seat_title: string | null
}

export type ConflictingScan = {
  scan_id: number
  gate_id: number
  gate: string
  device_id: number
  device: string
  /** who held it, as far as they said */
  steward: string | null
  /** Unix seconds, by our clock */
  scanned_at: number
  offline: boolean
  /** nobody read the barcode: a steward found the holder */
  by_search: boolean
}

export type CopiedEvents = {
  /** in the order of the request */
  events: TicketedEvent[]
}

export type CopyEvent = {
  /** one draft for each */
  events: CopyEventEvent[]
  /** takes the place of the event’s categories and prices */
  price_list_id?: number | null | undefined
}

export type CopyEventEvent = {
  title: string
  /** Unix seconds */
  event_start_unix: number
}

export type CreateApiKey = {
  /** secret, publishable or gate */
  type: 'sk' | 'pk' | 'gk'
  /** what the organisation is, and no other; needs not be sent */
  mode?: 'live' | 'test' | undefined
  name: string
  /** of organisation:read, customers:read, events:read, prices:read, orders:read, codes:read, cards:read, scans:read, stats:read, members:read, members:write, memberships:read, baskets:write, sso:read, webhooks:read, webhooks:write, gate:scan, programme:manage, orders:manage, refunds:manage, debts:manage, documents:manage, payouts:manage, box_office:manage, tills:manage, customers:manage, members:manage, runs:manage, gates:manage, figures:manage, search:manage, organisation:manage, payments:manage, keys:manage, team:manage, audit:manage, manage; none that the maker lacks; default: all that the type can have and the maker has, but those to manage by */
  scopes?: string[] | undefined
  requests_per_minute?: number | null | undefined
  requests_per_day?: number | null | undefined
  expires_at?: number | null | undefined
}

export type CreateCustomer = {
  /** the organisation’s own reference; made up when absent */
  org_customer_id?: string | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  email_address?: string | null | undefined
  mobile_number?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  marketing_emails?: boolean | undefined
  new_event_notifications?: boolean | undefined
}

export type CreateDevice = {
  name: string
  /** gates that it may scan at; null or none: every gate */
  gate_ids?: number[] | null | undefined
}

export type CreateDiscount = {
  /** the only event it is for; null: every event */
  event_id?: string | number | null | undefined
  /** what the fan types; any case */
  code: string
  /** off the prices; or else amount */
  percentage?: number | null | undefined
  /** off the order, in the major unit */
  amount?: number | null | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  /** null: from the beginning */
  available_from_unix?: number | null | undefined
  /** null: without an end */
  available_until_unix?: number | null | undefined
  /** orders that may take it; null: any number */
  uses_max?: number | null | undefined
  /** `active` by default */
  discount_status?: 'active' | 'inactive' | undefined
}

export type CreateDocumentSeries = {
  kind: 'invoice' | 'receipt' | 'credit_note'
  /** letters, digits, dots, dashes and slashes */
  prefix: string
  /** of its first document; 1 unless said */
  first_number?: number | undefined
}

export type CreateEvent = {
  title: string
  /** Unix seconds */
  event_start_unix: number
  /** after the start */
  event_end_unix?: number | null | undefined
  /** not after the start */
  doors_open_unix?: number | null | undefined
  venue_id?: string | number | null | undefined
  /** there is no place to go to, so no venue; false by default */
  online_event?: boolean | undefined
  /** IANA time zone, such as Australia/Sydney */
  timezone?: string | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  /** small letters, digits and single hyphens; unique. Without it, one is made from the title */
  url_string?: string | undefined
  /** absolute address, http or https */
  buy_tickets_url?: string | null | undefined
  /** absolute address, http or https */
  banner_image?: string | null | undefined
  /** plain text, with line breaks */
  description?: string | null | undefined
  translations?: CreateEventTranslations | null | undefined
  /** addresses, the most important first; an empty list clears */
  images?: string[] | undefined
  /** true by default */
  public_event?: boolean | undefined
  /** false by default */
  reserved_seating?: boolean | undefined
  /** tickets that one customer may have in all orders together, but for the box office; null: no cap */
  max_per_customer?: number | null | undefined
  /** whether a checkout takes a name for each ticket; `none` by default */
  holder_names?: 'none' | 'optional' | 'required' | undefined
  /** tickets enter by the code of the moment only, which a page shows; false by default */
  rotating_barcodes?: boolean | undefined
  /** map of the seats that are sold */
  seat_map_id?: number | null | undefined
  /** map of the season seats that are let in */
  membership_seat_map_id?: number | null | undefined
  /** seasons that it belongs to, whose seats are taken in it. A new event that does not say is in those of its membership_seat_map_id and day that take new events */
  season_ids?: number[] | undefined
  /** gives it the categories and prices of this list; without a seat_map_id it takes the list’s too, with reserved_seating */
  price_list_id?: number | null | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type CreateEventTranslations = {
  en?: CreateEventTranslationsEn | undefined
  de?: CreateEventTranslationsDe | undefined
  es?: CreateEventTranslationsEs | undefined
  fr?: CreateEventTranslationsFr | undefined
  nl?: CreateEventTranslationsNl | undefined
  da?: CreateEventTranslationsDa | undefined
}

export type CreateEventTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
}

export type CreateEventTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
}

export type CreateEventTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
}

export type CreateEventTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
}

export type CreateEventTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
}

export type CreateEventTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
}

export type CreateGate = {
  name: string
  /** how to find it, for stewards who send people there: to the left, past the shop */
  directions?: string | null | undefined
}

export type CreateMember = {
  /** the user_id of a customer */
  user_id: string | number
  first_name: string
  last_name: string
  /** generated unless you say */
  member_number?: string | undefined
  /** one person over several memberships; generated unless you say */
  person_id?: string | null | undefined
  membership_type_id?: number | null | undefined
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  /** Unix seconds */
  expires?: number | null | undefined
  auto_renew?: number | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
  marketing_emails?: boolean | undefined
  /** a seat that is free in the season of the type */
  membership_seat_id?: number | null | undefined
}

export type CreateMembershipCategory = {
  title: string
  /** where its members sit; null: anywhere */
  membership_seat_map_id?: number | null | undefined
  /** 1 unless you say */
  show_online?: number | undefined
  /** absolute address, http or https */
  image?: string | null | undefined
  /** 0 unless you say; 1: its members enter on their own barcode */
  game_day_access?: number | undefined
  /** #rrggbb */
  hex_color?: string | null | undefined
  /** position, smallest first; 0 unless you say */
  order_by?: number | undefined
  /** 1 active, 0 inactive; 1 unless you say */
  status?: number | undefined
}

export type CreateMembershipPaymentOption = {
  title: string
  /** 0 unless you say */
  auto_renewal?: number | undefined
  /** when the plan ends whenever it began; null: it runs from the purchase */
  fixed_end_date?: number | null | undefined
  /** 1, which is paid at once, unless you say */
  number_of_instalments?: number | undefined
  /** from one instalment to the next; 1 unless you say */
  months_between?: number | undefined
  /** by_hand unless you say; automatic: what the first is paid with is kept */
  collection?: 'by_hand' | 'automatic' | undefined
  /** position, smallest first; 0 unless you say */
  order_by?: number | undefined
  /** 1 active, 0 inactive; 1 unless you say */
  status?: number | undefined
}

export type CreateMembershipType = {
  membership_category_id: number
  title: string
  /** in the currency of the organisation, major unit: 12.5 */
  price: number
  /** whose seats and events its members have; stays once a member has a seat by it */
  season_id?: number | null | undefined
  /** whether it is sold with a seat: optional unless you say; required and seat_section_ids are for a season with a map */
  seating?: 'none' | 'optional' | 'required' | undefined
  /** where its seats are; empty: anywhere on the map */
  seat_section_ids?: number[] | undefined
  /** YYYY-MM-DD, the last day, in the time zone of the organisation */
  expires?: string | null | undefined
  /** 0 unless you say */
  offer_auto_renew?: number | undefined
  /** the type by which members with auto_renew go on: the next season’s, or itself where it lasts a month or a year; null: none */
  renewal_type_id?: number | null | undefined
  /** days before the end on which they are told; 30 unless you say */
  renewal_notice_days?: number | undefined
  /** days before the end on which it is made; 7 unless you say */
  renewal_days?: number | undefined
  /** 1 unless you say */
  show_online?: number | undefined
  /** 1: its members enter on their own barcode; 1 with a season unless you say, also when it is given one; else 0 */
  game_day_access?: number | undefined
  /** what it costs from a day on, in the time zone of the organisation: pro rata, half a season */
  prices?: CreateMembershipTypePrice[] | undefined
  /** how long it lasts from the day that it is bought; null: until `expires` */
  term?: 'month' | 'year' | 'life' | null | undefined
  /** start of the sale; null: open */
  available_from_unix?: number | null | undefined
  /** end of the sale; null: open */
  available_until_unix?: number | null | undefined
  /** how many there may be; null: no limit */
  max_members?: number | null | undefined
  /** years of age on the day that it is bought */
  age_from?: number | null | undefined
  /** the oldest, in years */
  age_until?: number | null | undefined
  /** how many of them one buyer may have online */
  max_per_person?: number | null | undefined
  /** what goes back to a member who leaves: none unless you say; full_until, with cancellation_until; by_events_left, of a season */
  cancellation?: 'none' | 'full_until' | 'by_events_left' | undefined
  /** YYYY-MM-DD, the last day of full_until */
  cancellation_until?: string | null | undefined
  /** what it is taxed at: that of new prices unless you say; null: nothing is said of tax */
  tax_rate_id?: number | null | undefined
  /** position, smallest first; 0 unless you say */
  order_by?: number | undefined
  /** 1 active, 0 inactive; 1 unless you say */
  status?: number | undefined
}

export type CreateMembershipTypePrice = {
  /** YYYY-MM-DD */
  from: string
  price: number
}

export type CreateOrder = {
  /** tickets of one event, and memberships; all of them are had, or none */
  items: CreateOrderItem[]
  /** free: where nothing is to pay now, or with a reason */
  payment_method: 'cash' | 'invoice' | 'free' | 'card_reader'
  /** of a card reader: where the fan is asked for a card */
  reader_id?: string | null | undefined
  /** why it is given for nothing, with `free`: prices and fees become 0. Noted at the order */
  reason?: string | null | undefined
  /** your open till, which it is counted into */
  till_id?: number | null | undefined
  discount_code?: string | null | undefined
  /** the member who buys, for members-only prices: you have seen their card */
  membership_member_id?: number | null | undefined
  customer?: CreateOrderCustomer | undefined
  /** BCP 47 tag, such as en or de-AT */
  language?: string | null | undefined
  document_recipient?: CreateOrderDocumentRecipient | null | undefined
  /** one for each ticket, in the order of the basket’s items and of the seats in each */
  holders?: CreateOrderHolder[] | undefined
  /** by the key of the question */
  answers?: Record<string, string> | undefined
}

/** a buyer who gives an e-mail address becomes a customer, and gets tickets and cards by mail. For memberships the address is needed, unless one of them goes on: without it the buyer is the customer behind that member */
export type CreateOrderCustomer = {
  email?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  mobile_number?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  /** false by default */
  marketing_emails?: boolean | undefined
}

export type CreateOrderDocumentRecipient = {
  name: string
  company?: string | null | undefined
  /** street and number, and what else an envelope needs */
  address_lines: string[]
  postcode?: string | null | undefined
  city: string
  /** ISO 3166-1 alpha-2, such as AU */
  country: string
  /** with its country’s letters; its form is checked */
  vat_id?: string | null | undefined
  /** what the buyer’s books call the purchase */
  reference?: string | null | undefined
  /** participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked */
  peppol_id?: string | null | undefined
}

export type CreateOrderHolder = {
  /** without it, the buyer’s name */
  ticket_name?: string | null | undefined
  /** by the key of the question */
  answers?: Record<string, string> | undefined
}

export type CreateOrderItem = {
  price_id?: string | number | undefined
  /** units of the price; 1 unless best_available is a number */
  quantity?: number | undefined
  /** one for each ticket */
  seat_ids?: number[] | undefined
  /** instead of seat_ids: how many units, or true for as many as quantity says. Neighbours in one row, of the first section (by its order) and the foremost row that have them, as near as possible to the middle of the row; false by default */
  best_available?: boolean | number | undefined
  /** with best_available: the section to choose in */
  seat_section_id?: number | undefined
  /** instead of price_id: a membership of this type */
  membership_type_id?: number | undefined
  /** by which plan it is paid; without one it is paid at once */
  membership_payment_option_id?: number | undefined
  member?: CreateOrderItemMember | undefined
  /** instead of member: whose membership goes on, under the same number, in the next term. With a publishable key the basket has to be proven to be this member’s */
  membership_member_id?: number | undefined
  /** with membership_member_id: another type from now on, for the difference of both prices */
  upgrade?: boolean | undefined
  /** of an upgrade: the difference is paid on the days of the instalments that are open */
  over_open_instalments?: boolean | undefined
  /** of a membership of a season: the seat, in every event of the season */
  seat_id?: number | undefined
  /** renew it by itself, where its type offers that */
  auto_renew?: boolean | undefined
}

export type CreateOrderItemMember = {
  first_name: string
  last_name: string
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
}

export type CreateOrderNote = {
  note: string
}

export type CreatePaymentLink = {
  /** tickets of one event, and memberships; all of them are had, or none */
  items: CreatePaymentLinkItem[]
  discount_code?: string | null | undefined
  /** your open till, whose report has it as card */
  till_id?: number | null | undefined
  /** the member who buys, for members-only prices: you have seen their card */
  membership_member_id?: number | null | undefined
}

export type CreatePaymentLinkItem = {
  price_id?: string | number | undefined
  /** units of the price; 1 unless best_available is a number */
  quantity?: number | undefined
  /** one for each ticket */
  seat_ids?: number[] | undefined
  /** instead of seat_ids: how many units, or true for as many as quantity says. Neighbours in one row, of the first section (by its order) and the foremost row that have them, as near as possible to the middle of the row; false by default */
  best_available?: boolean | number | undefined
  /** with best_available: the section to choose in */
  seat_section_id?: number | undefined
  /** instead of price_id: a membership of this type */
  membership_type_id?: number | undefined
  /** by which plan it is paid; without one it is paid at once */
  membership_payment_option_id?: number | undefined
  member?: CreatePaymentLinkItemMember | undefined
  /** instead of member: whose membership goes on, under the same number, in the next term. With a publishable key the basket has to be proven to be this member’s */
  membership_member_id?: number | undefined
  /** with membership_member_id: another type from now on, for the difference of both prices */
  upgrade?: boolean | undefined
  /** of an upgrade: the difference is paid on the days of the instalments that are open */
  over_open_instalments?: boolean | undefined
  /** of a membership of a season: the seat, in every event of the season */
  seat_id?: number | undefined
  /** renew it by itself, where its type offers that */
  auto_renew?: boolean | undefined
}

export type CreatePaymentLinkItemMember = {
  first_name: string
  last_name: string
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
}

export type CreatePrice = {
  price_category_id: number
  title: string
  translations?: CreatePriceTranslations | null | undefined
  /** major unit of the event’s currency */
  price: number
  /** at most service_fee; 0 by default */
  rebate?: number | undefined
  /** major unit of the event’s currency; 0 by default */
  service_fee?: number | undefined
  /** major unit of the event’s currency; 0 by default */
  service_tax?: number | undefined
  /** what it is taxed at: that of new prices unless you say; null: nothing is said of tax */
  tax_rate_id?: number | null | undefined
  /** ISO 4217, such as AUD */
  currency?: string | undefined
  /** false by default */
  group_ticket?: boolean | undefined
  /** 1 by default */
  tickets_included?: number | undefined
  /** units that one order may have, but for the box office; null: no cap; 10 by default */
  max_per_order?: number | null | undefined
  /** units that one customer may have in all orders together, but for the box office; null: no cap */
  max_per_customer?: number | null | undefined
  /** start of the sale; null: open */
  available_from_unix?: number | null | undefined
  /** end of the sale; null: when the event is over */
  available_until_unix?: number | null | undefined
  /** only proven members of this type may buy */
  membership_type_id?: number | null | undefined
  /** or of any of these; null or none: everybody */
  membership_type_ids?: number[] | null | undefined
  /** units in all orders; null: one for each of their memberships */
  max_per_member?: number | null | undefined
  /** true by default */
  show_online?: boolean | undefined
  /** true by default */
  show_boxoffice?: boolean | undefined
  /** 0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited; 1 by default */
  scanning_flag?: number | undefined
  /** gates say it loudly, with what to check */
  concession?: 'child' | 'concession' | null | undefined
  /** what a steward looks at, such as “under 16” or “student card” */
  gate_check?: string | null | undefined
  /** most places of the category; null: all of them */
  limit_places?: number | null | undefined
  /** `active` by default */
  price_status?: 'active' | 'inactive' | undefined
  /** 0 by default */
  order_by?: number | undefined
}

export type CreatePriceCategory = {
  title: string
  /** places in all */
  capacity: number
  /** printed on tickets without a seat */
  section_label?: string | null | undefined
  translations?: CreatePriceCategoryTranslations | null | undefined
  /** `active` by default */
  price_category_status?: 'active' | 'inactive' | undefined
  /** 0 by default */
  order_by?: number | undefined
  /** gates of the venue that let it in; null or none: all */
  gate_ids?: number[] | null | undefined
  /** sections of the event’s map whose seats it sells */
  seat_section_ids?: number[] | null | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type CreatePriceCategoryTranslations = {
  en?: CreatePriceCategoryTranslationsEn | undefined
  de?: CreatePriceCategoryTranslationsDe | undefined
  es?: CreatePriceCategoryTranslationsEs | undefined
  fr?: CreatePriceCategoryTranslationsFr | undefined
  nl?: CreatePriceCategoryTranslationsNl | undefined
  da?: CreatePriceCategoryTranslationsDa | undefined
}

export type CreatePriceCategoryTranslationsDa = {
  title?: string | undefined
  section_label?: string | undefined
}

export type CreatePriceCategoryTranslationsDe = {
  title?: string | undefined
  section_label?: string | undefined
}

export type CreatePriceCategoryTranslationsEn = {
  title?: string | undefined
  section_label?: string | undefined
}

export type CreatePriceCategoryTranslationsEs = {
  title?: string | undefined
  section_label?: string | undefined
}

export type CreatePriceCategoryTranslationsFr = {
  title?: string | undefined
  section_label?: string | undefined
}

export type CreatePriceCategoryTranslationsNl = {
  title?: string | undefined
  section_label?: string | undefined
}

export type CreatePriceList = {
  title: string
  /** whose categories and prices it takes, as they are now */
  event_id: string | number
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type CreatePriceTranslations = {
  en?: CreatePriceTranslationsEn | undefined
  de?: CreatePriceTranslationsDe | undefined
  es?: CreatePriceTranslationsEs | undefined
  fr?: CreatePriceTranslationsFr | undefined
  nl?: CreatePriceTranslationsNl | undefined
  da?: CreatePriceTranslationsDa | undefined
}

export type CreatePriceTranslationsDa = {
  title?: string | undefined
}

export type CreatePriceTranslationsDe = {
  title?: string | undefined
}

export type CreatePriceTranslationsEn = {
  title?: string | undefined
}

export type CreatePriceTranslationsEs = {
  title?: string | undefined
}

export type CreatePriceTranslationsFr = {
  title?: string | undefined
}

export type CreatePriceTranslationsNl = {
  title?: string | undefined
}

export type CreateQuestion = {
  /** what forms and files call it; small letters, digits and _; unique within the event, for ever */
  key: string
  kind: 'text' | 'choice' | 'consent'
  /** once for the order, or for each ticket */
  asked_of: 'order' | 'ticket'
  /** the question, as the fan reads it */
  title: string
  /** plain text below the question */
  description?: string | null | undefined
  /** of a choice: what can be answered */
  choices?: string[] | undefined
  translations?: CreateQuestionTranslations | null | undefined
  /** false by default */
  required?: boolean | undefined
  /** stewards see the answer; 3 questions of an event at most; false by default */
  show_at_gate?: boolean | undefined
  /** 0 by default */
  order_by?: number | undefined
}

/** the same texts in other languages, as translations[de][title]; what is sent takes the place of all, null of none */
export type CreateQuestionTranslations = {
  en?: CreateQuestionTranslationsEn | undefined
  de?: CreateQuestionTranslationsDe | undefined
  es?: CreateQuestionTranslationsEs | undefined
  fr?: CreateQuestionTranslationsFr | undefined
  nl?: CreateQuestionTranslationsNl | undefined
  da?: CreateQuestionTranslationsDa | undefined
}

export type CreateQuestionTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type CreateQuestionTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type CreateQuestionTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type CreateQuestionTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type CreateQuestionTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type CreateQuestionTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
  /** as many as there are, in their order */
  choices?: string[] | undefined
}

export type CreateRun = {
  object_type: 'orders' | 'customers' | 'members' | 'instalments'
  action: 'mail' | 'tag' | 'untag' | 'refund' | 'cancel' | 'change_type' | 'remind' | 'retry' | 'pause' | 'resume' | 'move' | 'waive'
  /** order_id, user_id, membership_member_id or instalment_id; or send filters */
  ids?: number[] | undefined
  filters?: CreateRunFilters | undefined
  /** with filters: once it is known what they leave, the run is ready, and waits to be started; false by default */
  wait?: boolean | undefined
  mail?: RunMail | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  /** the type that members change to */
  membership_type_id?: number | undefined
  /** YYYY-MM-DD, the day that instalments move to */
  due_on?: string | undefined
  /** of refunds and cancellations, and of what is written off */
  reason?: string | undefined
}

export type CreateRunFilters = {
  /** only instalments, by how far their collection is: see what `collection_stages` counts */
  stage?: 'due_soon' | 'failed' | 'needs_fan' | 'returned' | 'under_way' | undefined
  /** true: open, and its day has passed; false: all others */
  overdue?: boolean | undefined
  /** only those that are overdue for so many days or more */
  overdue_days?: number | undefined
  /** the customer */
  user_id?: number | undefined
  /** only orders placed after this Unix time */
  unix_start?: number | undefined
  /** only orders placed before this Unix time */
  unix_end?: number | undefined
  /** free text, any case */
  search?: string | undefined
  /** only members changed, or created and never changed, after this Unix time */
  updated_since?: number | undefined
  /** a word that staff find objects by */
  tag?: string | undefined
  /** only members last changed, or created and never changed, before this Unix time */
  updated_until?: number | undefined
  /** only members created after this Unix time */
  created_since?: number | undefined
  /** only members created before this Unix time */
  created_until?: number | undefined
  membership_fulfilled?: 'yes' | 'no' | undefined
  /** 0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled */
  membership_member_status_id?: number | undefined
  /** only members of this type */
  membership_type_id?: number | undefined
  /** only members whose type belongs to a category on this seat map */
  membership_seat_map_id?: number | undefined
  /** only members with this address, in any case of letters */
  email_address?: string | undefined
  /** only the member with this number */
  member_number?: string | undefined
  /** only the member with this barcode */
  barcode?: string | undefined
  event_id?: string | number | undefined
  /** orders with a line of this price */
  price_id?: string | number | undefined
  order_status?: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | undefined
  sales_channel?: 'online' | 'boxoffice' | 'import' | undefined
}

export type CreateSaleLink = {
  /** how long the link counts; 14 by default */
  valid_days?: number | undefined
}

export type CreateScan = {
  event_id: string | number
  gate_id: number
  /** as it was read; or else one of the next two */
  barcode?: string | undefined
  /** of a holder in the manifest whom a steward found by name or order */
  ticket_id?: number | undefined
  membership_member_id?: number | undefined
  direction: 'entry' | 'exit'
  /** who holds the scanner, for whoever settles a conflict */
  steward?: string | undefined
  /** the device’s own name for this one scan, never used before, without `annul:`, `offline:` or `reused:` before it; the same scan sent again gets the first answer */
  nonce: string
  /** by the device’s clock, for the log; what decides is when we hear of it */
  scanned_at?: number | undefined
}

export type CreateSeason = {
  title: string
  /** where its seats are; stays once one is sold */
  seat_map_id?: number | null | undefined
  /** YYYY-MM-DD, in the time zone of the organisation */
  first_day: string
  /** YYYY-MM-DD, included */
  last_day: string
  /** events that are made on its map and days join it; true by default */
  takes_new_events?: boolean | undefined
  /** the season before: from now on the seats of its holders are kept for them in this one; with seats_kept_until_unix; null: it follows none */
  follows_season_id?: number | null | undefined
  /** until when they are kept, then they are free; later or earlier, it moves all that are not kept longer for one member */
  seats_kept_until_unix?: number | null | undefined
  /** members without a seat count in the price category of this title, event by event */
  category_title?: string | null | undefined
  /** its events; those of its map and days unless you say */
  event_ids?: number[] | undefined
}

export type CreateSsoProvider = {
  name: string
  /** as its tokens spell `iss`, to the last slash; https */
  issuer: string
  /** client ids whose tokens are accepted */
  audiences: string[]
  /** https; null: as its discovery document says */
  jwks_uri?: string | null | undefined
  /** only for a provider that verifies addresses itself; false by default */
  trust_email?: boolean | undefined
}

export type CreateStewardMessage = {
  text: string
  /** until when scanners show it; without one, for a day */
  ends_at?: number | undefined
}

export type CreateTaxRate = {
  /** ISO 3166-1 alpha-2, such as AU */
  country?: string | undefined
  kind: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope'
  /** false: the tax comes on top. Without it as is the custom of the country: on top in Canada and the United States */
  included_in_prices?: boolean | undefined
  /** as receipts call it, such as VAT */
  title: string
  /** why no tax is asked for, as it is written for buyers */
  reason?: string | null | undefined
  /** by the day of the supply, all of them at once */
  percentages?: CreateTaxRatePercentage[] | undefined
  /** service fees and transaction fees bear it, and no other any more */
  on_fees?: boolean | undefined
  /** new prices and membership types bear it unless they say otherwise */
  on_new_prices?: boolean | undefined
  /** brings back what was archived */
  tax_rate_status?: 'active' | undefined
}

export type CreateTaxRatePercentage = {
  /** YYYY-MM-DD; the first counts before its day too */
  valid_from: string
  /** three decimals at most */
  percentage: number
}

export type CreateVenue = {
  name: string
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 alpha-2, such as AU */
  country?: string | null | undefined
  /** IANA time zone, such as Australia/Sydney */
  timezone?: string | null | undefined
}

export type CreateWebhookEndpoint = {
  /** absolute https address; http only for a sandbox */
  url: string
  /** for people */
  description?: string | null | undefined
  /** which messages it is sent; * stands for all that the key may read, those of later versions included. A type belongs to a scope, which the key needs */
  types?: ('*' | 'order.created' | 'order.completed' | 'order.cancelled' | 'order.refunded' | 'order.expired' | 'ticket.issued' | 'ticket.scanned' | 'ticket.cancelled' | 'ticket.transferred' | 'member.created' | 'member.updated' | 'member.fulfilled' | 'member.renewed' | 'member.cancelled' | 'instalment.paid' | 'instalment.failed' | 'mandate.given' | 'mandate.given_up' | 'mandate.failed' | 'instalment.moved' | 'renewal.announced' | 'renewal.failed' | 'renewal.stopped' | 'debt.created' | 'debt.settled' | 'debt.overdue' | 'payment.reversed' | 'credit.changed' | 'customer.created' | 'customer.updated' | 'event.created' | 'event.updated' | 'event.cancelled' | 'event.sold_out' | 'scan.conflict' | 'webhook_endpoint.disabled' | 'ping')[] | undefined
}

export type CreatedMember = Member & {
  /** the membership_member_id, as text */
  member_id: string
}

export type Credit = {
  credit_account_id: number
  /** the customer whose it is */
  user_id: number
  /** ISO 4217 */
  currency: string
  /** major unit of the currency; never below zero */
  balance: number
  /** Unix seconds */
  updated_at: number
}

export type CreditChangedMessage = {
  type: 'credit.changed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: CreditChangedMessageData
}

export type CreditChangedMessageData = {
  credit: Credit
  entry: ChangeOfCredit
}

export type CreditEntry = {
  credit_entry_id: number
  kind: 'granted' | 'refunded' | 'returned' | 'released' | 'spent' | 'expired' | 'withdrawn' | 'merged' | (string & {})
  /** below zero: it was taken */
  amount: number
  order_id: number | null
  refund_id: number | null
  reason: string | null
  /** Unix seconds; of what was given */
  expires_at: number | null
  /** Unix seconds */
  created: number
}

export type CreditEntryList = {
  /** the kind of the items */
  object: 'credit_entries' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: CreditEntry[]
}

export type CreditList = {
  /** the kind of the items */
  object: 'credits' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Credit[]
}

export type Customer = {
  /** Unix seconds */
  add_date: number
  org_customer_id: string
  user_id: number
  org_id: string
  first_name: string | null
  last_name: string | null
  email_address: string | null
  marketing_emails: boolean
  /** Unix seconds; when that was last given or withdrawn. Null: never */
  marketing_emails_at: number | null
  /** by what: staff, import, link, by which the reader of a mail ended it, or order:<order_id>, in whose checkout it was ticked */
  marketing_emails_source: string | null
  mobile_number: string | null
  company_name: string | null
  address: string | null
  address2: string | null
  suburb: string | null
  state: string | null
  postcode: string | null
  /** ISO 3166-1 numeric */
  country_id: number | null
  new_event_notifications: boolean
  /** Unix seconds; the time of creation while never changed */
  updated_at: number
}

export type CustomerCreatedMessage = {
  type: 'customer.created'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: CustomerCreatedMessageData
}

export type CustomerCreatedMessageData = {
  customer: Customer
}

export type CustomerExport = {
  customer: TaggedCustomer
  members: (Record<string, unknown>)[]
  orders: (Record<string, unknown>)[]
  tickets: (Record<string, unknown>)[]
  scans: (Record<string, unknown>)[]
  sso_identities: (Record<string, unknown>)[]
}

export type CustomerOpenItems = {
  user_id: number
  /** by currency; empty where nothing is owed either way */
  sums: OpenSums[]
  /** memberships, and terms to come, that are not paid in full: erasing the customer ends them */
  unpaid_memberships: number
}

export type CustomerUpdatedMessage = {
  type: 'customer.updated'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: CustomerUpdatedMessageData
}

export type CustomerUpdatedMessageData = {
  customer: Customer
}

export type DatevSettings = {
  /** Beraternummer */
  consultant_number: number
  /** Mandantennummer */
  client_number: number
  /** Sachkontenlänge */
  account_length: number
  /** with which the year of the books begins */
  fiscal_year_month: number
}

export type DebitedPlan = {
  membership_plan_id: number
  membership_member_id: number
  /** the order_id of its order */
  membership_order_id: number
  currency: string
  /** what is still to be paid of it */
  open: number
  /** of that, what a debit is under way for: it comes to its end */
  being_collected: number
  /** Unix seconds, when its fan is first asked by mail once the mandate is given up; null where nothing is going to be debited */
  asked_at: number | null
}

export type Debt = {
  debt_id: number
  /** fan: to the organisation; club: the organisation owes it */
  owed_by: 'fan' | 'club' | (string & {})
  kind: 'instalment' | 'invoice' | 'direct_debit' | 'returned_payment' | 'cash_refund' | 'transfer_refund' | 'payout' | (string & {})
  /** due, submitted, failed and returned are open; submitted: it is being collected */
  status: 'due' | 'submitted' | 'paid' | 'failed' | 'returned' | 'waived' | 'cancelled' | (string & {})
  order_id: number | null
  /** of the order; null for memberships */
  event_id: number | null
  /** what the organisation carries out by it */
  refund_id: number | null
  /** the customer, where there is one */
  user_id: number | null
  /** of the buyer, as on the order */
  name: string | null
  instalment_number: number | null
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  amount: number
  /** of the amount, paid */
  settled: number
  /** of the amount, written off */
  waived: number
  /** of the amount, gone with what it was for */
  cancelled: number
  /** what is left of the amount */
  open: number
  /** Unix seconds */
  due_at: number
  /** open, and its day has passed */
  overdue: boolean
  /** how often its collection was tried */
  attempts: number
  /** Unix seconds; when a mail last reminded of it */
  reminded_at: number | null
  /** the fan has said where to transfer it */
  account_given: boolean
  /** Unix seconds; when nothing was open any more */
  closed_at: number | null
  /** Unix seconds */
  created: number
  /** Unix seconds */
  updated_at: number
}

export type DebtCreatedMessage = {
  type: 'debt.created'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: DebtCreatedMessageData
}

export type DebtCreatedMessageData = {
  debt: Debt
}

export type DebtEntry = {
  entry_id: string
  kind: 'settled' | 'settlement_reversed' | 'waived' | 'cancelled' | 'payment_reversed' | (string & {})
  /** major unit of the currency; below zero: it was taken back */
  amount: number
  settlement_id: number | null
  payment_id: number | null
  refund_id: number | null
  credit_entry_id: number | null
  /** how the money came: cash, transfer, card, cheque or other */
  payment_method: string | null
  /** the reference, the reason, or how the payment came back */
  detail: string | null
  /** of a payment that came back, where somebody gave one */
  reason: string | null
  /** somebody recorded it, and it can still be taken back */
  reversible: boolean
  actor_name: string | null
  /** Unix seconds */
  created: number
}

export type DebtLink = {
  debt_id: number
  /** for the fan alone: a page of the shop, on which they pay by card */
  url: string
  /** Unix seconds */
  expires_at: number
}

export type DebtList = {
  /** the kind of the items */
  object: 'debts' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Debt[]
}

export type DebtOverdueMessage = {
  type: 'debt.overdue'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: DebtOverdueMessageData
}

export type DebtOverdueMessageData = {
  debt: Debt
}

export type DebtReminder = {
  /** 1: the first reminder */
  level: number
  /** what was open then, major unit of the currency */
  open: number
  /** Unix seconds */
  sent: number
  /** it can be had as a letter, since the organisation says who issues documents */
  letter: boolean
}

export type DebtSettledMessage = {
  type: 'debt.settled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: DebtSettledMessageData
}

export type DebtSettledMessageData = {
  debt: Debt
}

export type DebtWithEntries = Debt & {
  /** what paid it or let it go, oldest first */
  entries: DebtEntry[]
  /** the latest first, at most 100 */
  reminders: DebtReminder[]
}

export type DeletedEventSigningKey = {
  signing_key_id: number
  deleted: boolean
}

export type DeletedWebhookEndpoint = {
  webhook_endpoint_id: number
  deleted: boolean
}

export type DeliverDocument = {
  /** participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked */
  peppol_id?: string | undefined
}

export type Device = {
  device_id: number
  name: string
  /** pending until its code has been used */
  status: 'pending' | 'enrolled' | 'revoked' | (string & {})
  /** gates that it may scan at; none: every gate */
  gate_ids: number[]
  /** its gate key */
  key_id: number | null
  /** Unix seconds */
  enrolled_at: number | null
  /** until when a code that is out can be used */
  enrolment_expires_at: number | null
  /** right to the minute */
  last_seen_at: number | null
  /** how far its clock is ahead of ours */
  clock_skew_ms: number | null
  /** by its last report, as the next nine */
  battery_percent: number | null
  /** not uploaded */
  scans_waiting: number | null
  /** uploaded, and refused one by one: a supervisor should look */
  scans_aside: number | null
  /** for how long its queue has not become shorter */
  waiting_seconds: number | null
  /** Unix seconds; `as_of` of the manifest that it decides by */
  list_as_of: number | null
  /** how full its disk is */
  storage_percent: number | null
  /** where it scans */
  gate_id: number | null
  /** who holds it */
  steward: string | null
  program_version: string | null
  reported_at: number | null
  /** scans in all that came under the nonce of another one */
  nonces_reused: number
  /** when the last of them came */
  nonce_reused_at: number | null
  /** what is wrong with it now, the worst first */
  alarms: ('silent' | 'lost' | 'nonce' | 'aside' | 'stuck' | 'disk' | 'list' | 'clock' | 'battery' | (string & {}))[]
  revoked_at: number | null
  /** revoked as lost: nothing that it has is taken any more */
  lost: boolean
  created_at: number
}

export type DeviceList = {
  /** the kind of the items */
  object: 'devices' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Device[]
}

export type DeviceWithCode = Device & {
  /** works once; shown this once */
  enrolment_code: string
  /** the scanner with the code behind the #, which is sent nowhere */
  enrolment_url: string
  /** that link as a QR code, for any camera */
  enrolment_qr_svg: string
}

export type Discount = {
  discount_id: number
  /** what the fan types; any case */
  code: string
  /** null: every event of the organisation */
  event_id: string | null
  /** off the prices; null when it is an amount */
  percentage: number | null
  /** off the order, major unit of the currency; null when a percentage */
  amount: number | null
  /** ISO 4217, of the amount */
  currency: string | null
  /** null: from the beginning */
  available_from_unix: number | null
  /** null: without an end */
  available_until_unix: number | null
  /** orders that may take it; null: any number */
  uses_max: number | null
  /** orders that took it, those being paid included */
  used: number
  discount_status: 'active' | 'inactive' | 'archived' | (string & {})
  /** Unix seconds */
  created: number
  /** Unix seconds; the time of creation while never changed */
  updated_at: number
}

export type DiscountList = {
  /** the kind of the items */
  object: 'discounts' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Discount[]
}

export type Document = {
  document_id: number
  /** receipt: for a buyer who did not say for whom it is; credit_note: for what went back */
  kind: 'invoice' | 'receipt' | 'credit_note' | (string & {})
  /** as it is printed; without a gap in its series */
  number: string
  document_series_id: number
  order_id: number
  /** of a credit note the document that it corrects; of an invoice or a receipt the credit note that it takes back */
  corrects_document_id: number | null
  /** whom it is for */
  name: string
  /** ISO 4217 */
  currency: string
  /** without tax, major unit of the currency */
  net: number
  /** of it */
  tax: number
  /** with tax; of a credit note what goes back */
  total: number
  /** Unix seconds */
  issued: number
  delivery: DocumentDelivery | null
}

export type DocumentDelivery = {
  /** waiting: to be handed to the access point, or to be tried again; sent: the access point has it; delivered: the buyer’s has it */
  status: 'waiting' | 'sent' | 'delivered' | 'failed' | (string & {})
  /** of the buyer */
  peppol_id: string
  /** Unix seconds; since when it is so */
  changed: number
  /** why it failed; rule: a rule is broken, so that it was not sent; unreachable: the access point did not take it for days; unanswered: what became of it was not said for a week; turned_off: Peppol was turned off on its way */
  reason: 'rule' | 'refused' | 'not_registered' | 'unreachable' | 'unanswered' | 'turned_off' | null | (string & {}) | null
  /** in the words of the access point, or the broken rule by its name */
  problem: string | null
}

export type DocumentList = {
  /** the kind of the items */
  object: 'documents' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Document[]
}

export type DocumentRecipient = DocumentRecipientSuggested & {
  order_id: number
  /** false: the order does not say; the document will be a receipt */
  given: boolean
  /** the document is issued, so that it cannot be changed any more */
  issued: boolean
  vat_id: string | null
  reference: string | null
  vat_check: VatCheck | null
  peppol_id: string | null
  suggested: DocumentRecipientSuggested | null
}

/** what is known of the customer, where the order does not say; null: it has no customer */
export type DocumentRecipientSuggested = {
  name: string | null
  company: string | null
  address_lines: string[]
  postcode: string | null
  city: string | null
  /** ISO 3166-1 alpha-2 */
  country: string | null
}

export type DocumentSeries = {
  document_series_id: number
  kind: 'invoice' | 'receipt' | 'credit_note' | (string & {})
  /** what stands before each number */
  prefix: string
  first_number: number
  /** what the next document gets; there is no gap before it */
  next_number: number
  /** new documents of its kind are of it */
  current: boolean
  /** Unix seconds */
  created: number
}

export type DocumentSeriesList = {
  /** the kind of the items */
  object: 'document_series' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: DocumentSeries[]
}

export type DocumentSettings = {
  /** what is sold gets documents, from when it is switched on */
  issuing: boolean
  /** as the register has it */
  issuer_name: string
  /** street and number, and what else an envelope needs */
  address_lines: string[]
  postcode: string | null
  city: string | null
  /** ISO 3166-1 alpha-2, such as AU */
  country: string
  /** with its country’s letters, without blanks */
  vat_id: string | null
  /** of the tax office */
  tax_number: string | null
  /** of the register of companies or associations */
  register_number: string | null
  /** after the sale, in which buyers say for whom the document is; it is issued then */
  recipient_hours: number
  /** why what bears no rate of tax has none, as documents say it */
  untaxed_reason: string | null
  /** at the foot of every document */
  footer: string | null
  /** Unix seconds; what was sold from then on has documents; null: none are issued */
  issued_from: number | null
}

export type DrawnRow = {
  title: string | null
  /** from the front */
  position: number
  /** seats side by side, in the order of their positions */
  runs: SeatRun[]
}

export type DrawnSection = {
  seat_section_id: number
  title: string
  sub_section_title: string | null
  /** null: not sold at this event */
  price_category_id: number | null
  /** index of its first seat; the others follow, row by row */
  first: number
  /** how many */
  seats: number
  layout: SeatLayout
  /** by which rule the best seats of its stand are chosen */
  best_seats: 'front' | 'middle' | (string & {})
  flags: DrawnSectionFlags
  rows: DrawnRow[]
}

/** which of its seats have each, counted from its first */
export type DrawnSectionFlags = {
  accessible?: number[] | undefined
  companion?: number[] | undefined
  restricted_view?: number[] | undefined
  aisle?: number[] | undefined
}

export type EndedSession = {
  session_id: number
  ended: boolean
}

export type EnrolDevice = {
  /** as /v1/manage/devices gave it, scanned or typed */
  code: string
}

export type EnrolledDevice = {
  device_id: number
  name: string
  org_id: string
  /** the gate key, for Authorization: Bearer; shown this once */
  secret: string
}

export type EraseCustomer = {
  /** what becomes of what they owe: settle_first: the customer is not erased before it is paid; write_off: it is given up; `settle_first` by default */
  owed_by_customer?: 'settle_first' | 'write_off' | undefined
  /** what becomes of what the organisation owes them: settle_first: the customer is not erased before it is handed back; pay_out: it is handed back with this, all of it, as payment_method and reference say; write_off: they do without it, and the money stays; `settle_first` by default */
  owed_to_customer?: 'settle_first' | 'pay_out' | 'write_off' | undefined
  /** of pay_out; `transfer` by default */
  payment_method?: 'cash' | 'transfer' | undefined
  /** of the transfer; pay_out by transfer has one */
  reference?: string | null | undefined
  /** what becomes of their credit: settle_first: the customer is not erased while there is any; withdraw: it is taken away; `settle_first` by default */
  credit?: 'settle_first' | 'withdraw' | undefined
  /** of what is written off or withdrawn */
  reason?: string | null | undefined
}

export type EventCancelledMessage = {
  type: 'event.cancelled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: EventCancelledMessageData
}

export type EventCancelledMessageData = {
  event: TicketedEvent
}

export type EventCreatedMessage = {
  type: 'event.created'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: EventCreatedMessageData
}

export type EventCreatedMessageData = {
  event: TicketedEvent
}

export type EventMove = {
  event_move_id: number
  /** waiting: a slip can still be mended, and nothing is told before told_from_unix; telling: mails are being written; told: all are; dropped: it was moved back, or cancelled */
  event_move_status: 'waiting' | 'telling' | 'told' | 'dropped' | (string & {})
  /** when it was to begin; Unix seconds */
  previous_start_unix: number
  /** IANA */
  previous_timezone: string
  /** null: it was online */
  previous_venue_name: string | null
  /** until when those who bought before may ask for their money */
  refund_requests_until_unix: number | null
  /** when telling begins; null: it has begun, or was dropped */
  told_from_unix: number | null
  mails: EventMoveMails
  /** Unix seconds */
  created: number
}

export type EventMoveList = {
  /** the kind of the items */
  object: 'event_moves' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: EventMove[]
}

/** to buyers and holders, of the last 30 days */
export type EventMoveMails = {
  waiting: number
  sent: number
  /** refused, or never answered for */
  failed: number
}

export type EventOffer = {
  /** open: anybody can buy; members: only members can, now; scheduled: it has not begun; ended: it is over, or nothing is sold online */
  sale: 'open' | 'members' | 'scheduled' | 'sold_out' | 'ended' | (string & {})
  /** the least that a ticket costs, with fee and tax; before the sale, what it will cost; null: nothing is sold */
  from_total: number | null
  /** of from_total, what comes on top of the price and the fee by a rate of tax */
  from_tax: number
  /** when the sale begins for everybody; null: it has, or will not */
  opens_unix: number | null
  /** when it begins for members, if that is before */
  members_open_unix: number | null
  /** as the organisation reckons it (few_places_left), where it shows that */
  few_left: boolean
  /** null where the organisation does not show it */
  places_left: number | null
}

export type EventPreview = {
  event_id: string
  /** for the header X-Event-Preview */
  preview_token: string
  /** Unix seconds: an hour from now */
  expires_at: number
}

export type EventQuestion = {
  question_id: number
  /** what forms and files call it: answers[<key>] */
  key: string
  /** a consent is answered yes or no */
  kind: 'text' | 'choice' | 'consent' | (string & {})
  /** once for the order, or for each ticket */
  asked_of: 'order' | 'ticket' | (string & {})
  /** the question */
  title: string
  description: string | null
  /** of a choice: one of them is the answer */
  choices: string[]
  /** a consent that is required must be given */
  required: boolean
}

export type EventSales = {
  event_id: string
  title: string
  /** IANA name */
  timezone: string
  data: SalesBucket[]
}

export type EventSeats = {
  event_id: string
  /** of the drawing that the indexes are of */
  version: string
  /** changes whenever a seat does; also the ETag */
  revision: string
  /** how many */
  seats: number
  /** the revision that `changes` begin with */
  since: string | null
  /** every seat in two bits, as base64: seat i has bits 2·(i mod 4) and the next of byte i div 4. 0 not for sale, 1 free, 2 in a basket, 3 taken */
  states: string | null
  changes: EventSeatsChanges | null
}

/** indexes of the seats that changed, by what they are now */
export type EventSeatsChanges = {
  not_for_sale: number[]
  free: number[]
  held: number[]
  taken: number[]
}

export type EventSigningKey = {
  signing_key_id: number
  /** Ed25519, base64url */
  public_key: string
  /** retired: signs no more, and still verifies */
  status: 'signing' | 'retired' | (string & {})
  /** active tickets whose barcodes it has signed */
  active_tickets: number
  /** Unix seconds */
  retired_at: number | null
  /** Unix seconds */
  created: number
}

export type EventSigningKeyList = {
  /** the kind of the items */
  object: 'signing_keys' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: EventSigningKey[]
}

export type EventSoldOutMessage = {
  type: 'event.sold_out'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: EventSoldOutMessageData
}

export type EventSoldOutMessageData = {
  event: SoldOutEvent
}

export type EventUpdatedMessage = {
  type: 'event.updated'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: EventUpdatedMessageData
}

export type EventUpdatedMessageData = {
  event: TicketedEvent
}

export type EventWarning = {
  code: 'event_without_prices' | 'event_over' | 'members_not_admitted' | (string & {})
  message: string
}

export type ExchangeSeat = {
  /** free, and of the ticket’s price category */
  seat_id: number
}

export type ExtendKeptSeats = {
  /** holders of a seat in the season before */
  membership_member_ids: number[]
  /** until when their seats are kept; in the future */
  kept_until_unix: number
}

export type ExtendTransferOrder = {
  /** until when the places wait */
  expires_at: number
}

export type FindTickets = {
  /** the number of an order, or the address that tickets were bought with */
  order_or_email: string
}

export type FinishSignOn = {
  /** as the provider has sent it along */
  code: string
  /** as it came with it */
  state: string
  /** of the callback address that the provider has sent the browser to */
  organisation: number
  /** as it came with it, if it did (RFC 9207) */
  iss?: string | undefined
}

export type FiscalSettings = {
  /** tse (Germany), rksv (Austria) or nf525 (France); null: nothing is signed */
  kind: string | null
  /** simulated, in a sandbox */
  device: string | null
  /** of the device, as receipts have it */
  serial: string | null
  /** of its signatures: base64, SPKI */
  public_key: string | null
  /** the simulated device does not answer, to try what follows */
  simulated_outage: boolean
  /** Unix seconds: what happened at a counter before is not signed */
  signed_from: number | null
}

export type FiscalSignature = {
  /** tse, rksv or nf525 */
  kind: string
  /** outage: the device did not answer, and the receipt says so */
  state: 'signed' | 'outage' | (string & {})
  /** what the receipt says of an outage */
  notice: string | null
  /** of the device */
  serial: string
  /** of the device */
  transaction: number | null
  signature_counter: number | null
  /** Unix seconds */
  started: number
  finished: number | null
  /** base64 */
  signature: string | null
  /** four signs of it, which a French receipt prints */
  excerpt: string | null
  /** for the QR code of the receipt */
  code: string | null
}

export type FoundCustomers = {
  has_more: boolean
  data: Customer[]
}

export type FoundEvents = {
  has_more: boolean
  data: TicketedEvent[]
}

export type FoundMembers = {
  has_more: boolean
  data: Member[]
}

export type FoundOrders = {
  has_more: boolean
  data: ListedOrder[]
}

export type FoundTickets = {
  has_more: boolean
  data: ListedTicket[]
}

export type FulfilMembers = {
  members: FulfilMembersMember[]
}

export type FulfilMembersMember = {
  membership_member_id: number
  /** left as it is unless sent */
  fulfillment_tracking_code?: string | undefined
}

export type Fulfilment = {
  /** how many of the members exist; all of them are fulfilled now */
  members_fulfilled: number
  /** ids that no member has */
  not_found: number[]
}

export type Gate = {
  gate_id: number
  venue_id: string
  name: string
  /** how to find it, as stewards say it */
  directions: string | null
  status: 'active' | 'archived' | (string & {})
  /** lets no one in for now */
  closed: boolean
}

export type GateAnswer = {
  question: string
  answer: string
}

export type GateDevice = {
  device_id: number
  name: string
  org_id: string
  /** gates that it may scan at; none: every gate */
  gate_ids: number[]
  /** how far its clock is ahead of ours, by its last sample */
  clock_skew_ms: number | null
  /** what all stewards of the event are told, where a report names it */
  message: string | null
  /** Unix seconds with milliseconds, as we answer */
  server_time: number
  /** within server_time: by how much the clock of a sandbox was moved, which is no fault of the device’s */
  clock_ahead_seconds: number
}

export type GateEvent = {
  event_id: string
  title: string
  venue_id: string | null
  /** Unix seconds */
  starts_at: number
  /** when the first ticket is let in */
  opens_at: number
  /** when the last one is */
  closes_at: number
  /** where this device may scan */
  gates: GateEventGate[]
}

export type GateEventGate = {
  gate_id: number
  name: string
}

export type GateEventList = {
  /** the kind of the items */
  object: 'gate_events' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: GateEvent[]
}

export type GateList = {
  /** the kind of the items */
  object: 'gates' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Gate[]
}

export type GateScan = LoggedScan & {
  /** for the steward to read */
  message: string
  previous: PreviousScan | null
  guidance: Guidance | null
  /** of a member who is let in, to be told by the steward: an instalment is open, and before long they are refused */
  notice: 'instalment_overdue' | null | (string & {}) | null
}

export type GiveOwnAccount = {
  account_holder: string
  /** an IBAN, or the numbers that name an account where there are none */
  account: string
}

export type GivenAnswer = {
  question_id: number
  key: string
  /** as it was asked */
  question: string
  /** yes or no, where it is a consent */
  answer: string
}

export type GoogleWalletLink = {
  /** for the button: opens Google Wallet with the pass */
  url: string
}

export type GrantCredit = {
  /** the customer */
  user_id: number
  /** major unit of the currency */
  amount: number
  /** without it, the organisation’s */
  currency?: string | undefined
  reason: string
  expires_at?: number | null | undefined
}

export type GroupRole = {
  group: string
  role: 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader' | (string & {})
}

export type Guidance = {
  /** what the result comes down to */
  detail: 'replaced' | 'no_entry' | 'no_access' | 'draft' | 'other_gate' | 'gate_closed' | 'other_device' | 'other_venue' | 'other_event' | 'other_map' | (string & {})
  /** where they are let in now, where that is elsewhere; at most ten */
  gates: GuidanceGate[]
  event: GuidanceEvent | null
}

export type GuidanceEvent = {
  event_id: string
  title: string
  starts_at: number
}

export type GuidanceGate = {
  gate_id: number
  name: string
  directions: string | null
}

export type Health = {
  status: 'ok' | (string & {})
  /** only where the clock of the machine differs from that of the database, whose time is used */
  clock_ahead_seconds?: number | undefined
  /** only with `DATABASE_NODES=shards` on a cluster: nodes that it talks to itself */
  nodes_in_use?: number | undefined
  /** only where the database’s disk is nearly full, or full: then it can be read, and nothing be changed */
  disk?: 'low' | 'full' | (string & {}) | undefined
}

export type HowToTransfer = {
  account_holder: string
  /** in groups of four */
  iban: string
  bic: string | null
  /** major unit of the currency; what is to be transferred */
  amount: number
  /** ISO 4217 */
  currency: string
  /** to be written beside it: ISO 11649 (RF…), or a Swiss QR reference where the account takes no other */
  reference: string
  /** what a QR code for banks’ apps says: EPC in euros, a Swiss QR bill of an account there; null: there is none */
  qr_text: string | null
}

export type ImportBankStatement = {
  /** the text of a CAMT.053, an MT940 or a CSV, 10000 movements at most */
  file: string
  file_name?: string | undefined
  mapping?: BankMapping | undefined
}

export type ImportColumn = {
  /** the heading in the file */
  from: string
  /** the column, as exports name it */
  to: string
  /** how its dates are written; as all of them together show it, if absent */
  dates?: 'ymd' | 'dmy' | 'mdy' | undefined
}

export type ImportPeople = {
  object: 'customers' | 'members'
  /** CSV with headings in its first line, 20000 rows at most */
  file: string
  /** others are left out; absent: headings are columns */
  columns?: ImportColumn[] | undefined
  /** only say what would happen; false by default */
  dry_run?: boolean | undefined
  /** change people who are there already; otherwise they stay as they are; false by default */
  update?: boolean | undefined
  /** otherwise one bad row leaves everything as it was; false by default */
  skip_bad_rows?: boolean | undefined
}

export type ImportResult = {
  /** false: a dry run, or there were bad rows */
  imported: boolean
  rows: number
  created: number
  changed: number
  /** there already */
  unchanged: number
  rejected: number
  /** all of them, in the order of the file */
  rejections: ImportResultRejection[]
  /** membership types that rows name and there are not, with how many do: make them, and try again */
  missing_types: ImportResultMissingType[]
}

export type ImportResultMissingType = {
  title: string
  rows: number
}

export type ImportResultRejection = {
  line: number
  reason: string
}

export type ImportSeatMap = {
  title: string
  venue_id?: string | number | null | undefined
  /** aisle, level and gate hold for everything inside, unless that has its own */
  sections: ImportSeatMapSection[]
}

export type ImportSeatMapSection = {
  title: string
  sub_section_title?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** as listed unless you say */
  order_by?: number | undefined
  layout?: ImportSeatMapSectionLayout | null | undefined
  rows: ImportSeatMapSectionRow[]
}

/** null: computed */
export type ImportSeatMapSectionLayout = {
  /** middle of the front row, in widths of a seat */
  x: number
  /** downwards */
  y: number
  /** degrees, clockwise; 0: rows go back downwards */
  rotation: number
  /** radius of the front row; 0: straight */
  curve: number
  /** from row to row */
  row_pitch: number
  /** from seat to seat */
  seat_pitch: number
}

export type ImportSeatMapSectionRow = {
  title?: string | null | undefined
  aisle?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** one after the row before unless you say */
  position?: number | undefined
  seats: ImportSeatMapSectionRowSeat[]
}

export type ImportSeatMapSectionRowSeat = {
  title: string
  aisle?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** one after the seat before unless you say */
  position?: number | undefined
  /** for a wheelchair, beside one, with a restricted view, at an aisle */
  flags?: ('accessible' | 'companion' | 'restricted_view' | 'aisle')[] | undefined
}

export type ImportTranslations = {
  /** CSV with the headings object, id, field and languages; texts of 500 objects at most */
  file: string
}

export type ImportedTranslations = {
  rows: number
  /** objects whose texts are others now */
  changed: number
}

export type Instalment = {
  instalment_id: number
  /** the order_id of its order */
  membership_order_id: number
  instalment_number: number
  amount: number
  currency: string
  /** Unix seconds */
  due_at: number
  /** submitted: it is being collected; returned: what was paid came back */
  status: 'due' | 'submitted' | 'paid' | 'failed' | 'returned' | 'waived' | 'cancelled' | (string & {})
  paid_at: number | null
  /** how often its collection was tried */
  attempts: number
  /** not paid, and its day has passed */
  overdue: boolean
  /** the plan that it is a part of */
  membership_plan_id: number | null
  /** automatic: it is charged by itself; paused: not for now; stopped: the fan is asked by mail instead */
  collection: 'by_hand' | 'automatic' | 'paused' | 'stopped' | (string & {})
  /** Unix seconds; null where it is not going to be charged */
  next_charge_at: number | null
}

export type InstalmentFailedMessage = {
  type: 'instalment.failed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: InstalmentFailedMessageData
}

export type InstalmentFailedMessageData = {
  instalment: Instalment
}

export type InstalmentList = {
  /** the kind of the items */
  object: 'instalments' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Instalment[]
}

export type InstalmentMovedMessage = {
  type: 'instalment.moved'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: InstalmentMovedMessageData
}

export type InstalmentMovedMessageData = {
  instalment: Instalment
}

export type InstalmentPaidMessage = {
  type: 'instalment.paid'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: InstalmentPaidMessageData
}

export type InstalmentPaidMessageData = {
  instalment: Instalment
}

export type InviteTeamMember = {
  email_address: string
  /** what a member of staff may do in an organisation */
  role: 'owner' | 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader'
}

export type KeepSeat = {
  /** a seat on the map of the season that is free */
  seat_id: number
}

export type LegalLink = {
  kind: 'terms' | 'privacy' | 'refunds' | 'imprint' | 'contact' | (string & {})
  /** the organisation’s own, or of a page of its shop */
  url: string
  /** it is not a page of the shop */
  is_external: boolean
}

export type LegalPage = {
  kind: 'terms' | 'privacy' | 'refunds' | 'imprint' | 'contact' | (string & {})
  /** a change is a new one; 0: it was never written */
  version: number
  /** Unix seconds, of this version */
  changed_unix: number | null
  pages: LegalPagePages
}

export type LegalPageList = {
  /** the kind of the items */
  object: 'legal_pages' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: LegalPage[]
}

export type LegalPageOfShop = {
  kind: 'terms' | 'privacy' | 'refunds' | 'imprint' | 'contact' | (string & {})
  version: number
  /** that it is in */
  language: 'en' | 'de' | 'es' | 'fr' | 'nl' | 'da' | (string & {})
  /** where it is, if it is not here */
  url: string | null
  /** plain text; an empty line begins a paragraph */
  text: string | null
}

/** by language; none: the shop does not show it */
export type LegalPagePages = {
  en?: LegalText | undefined
  de?: LegalText | undefined
  es?: LegalText | undefined
  fr?: LegalText | undefined
  nl?: LegalText | undefined
  da?: LegalText | undefined
}

export type LegalText = {
  url: string | null
  /** plain text, with line breaks */
  text: string | null
}

export type LiftedMailSuppression = {
  mail_suppression_id: number
  deleted: boolean
}

export type ListedOrder = Order & {
  /** words that staff find it by, in the order of the alphabet */
  tags: string[]
  /** null: memberships */
  event_title: string | null
  /** Unix seconds */
  event_start_unix: number | null
  /** IANA name */
  event_timezone: string | null
  lines: OrderLine[]
}

export type ListedTicket = Ticket & {
  event_title: string
  /** Unix seconds */
  event_start_unix: number
  /** IANA name */
  event_timezone: string
}

export type ListedTicketList = {
  /** the kind of the items */
  object: 'tickets' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: ListedTicket[]
}

export type LoggedScan = {
  scan_id: number
  result: 'admitted' | 'exit' | 'already_used' | 'unknown' | 'cancelled' | 'refunded' | 'unpaid' | 'blocked' | 'wrong_event' | 'wrong_gate' | 'not_yet_valid' | 'expired' | 'not_exited' | 'overdue' | 'stale_code' | 'annulled' | (string & {})
  event_id: string
  gate_id: number
  device_id: number
  direction: 'entry' | 'exit' | (string & {})
  /** as it was read */
  barcode: string
  nonce: string
  offline: boolean
  /** Unix seconds, by our clock */
  scanned_at: number
  /** the scan that this one takes back */
  annuls_scan_id: number | null
  ticket: TicketShown | null
  member: MemberShown | null
}

export type LookAtInvitation = {
  /** what stands behind the # of the link */
  token: string
}

export type LookAtSignOn = {
  /** as in the address where the team signs on */
  organisation: number
}

export type LostSeat = {
  membership_member_id: number
  member_number: string
  first_name: string
  last_name: string
  /** taken: another buyer has it in this season */
  reason: 'not_on_map' | 'taken' | (string & {})
  from_seat: LostSeatPlace
  proposed_seat: ProposedSeat | null
}

export type LostSeatList = {
  /** the kind of the items */
  object: 'lost_seats' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: LostSeat[]
}

/** in the season before */
export type LostSeatPlace = {
  seat_id: number
  seat_section: string
  sub_section_title: string | null
  seat_row: string | null
  seat_title: string
}

export type Mail = {
  kind: 'order_confirmed' | 'tickets_resent' | 'order_refunded' | 'payment_failed' | 'payment_unfinished' | 'transfer_awaited' | 'transfer_reminder' | 'transfer_part' | 'transfer_expired' | 'ticket_transferred' | 'ticket_passed_on' | 'event_cancelled' | 'event_moved' | 'refund_owed' | 'debt_reminder' | 'instalment_failed' | 'debit_notice' | 'refund_declined' | 'membership_confirmed' | 'membership_cancelled' | 'renewal_announced' | 'renewal_failed' | 'document_issued' | (string & {})
  /** false: it is not sent */
  enabled: boolean
  /** what its texts may name, as {event} */
  placeholders: string[]
  /** that it is written in */
  languages: string[]
  /** by language: the texts that the organisation has put in its own words */
  own_texts: Record<string, MailTexts>
}

export type MailList = {
  /** the kind of the items */
  object: 'mails' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: Mail[]
}

export type MailPreview = {
  kind: string
  language: string
  from_name: string
  subject: string
  html: string
  text: string
  attachments: MailPreviewAttachment[]
}

export type MailPreviewAttachment = {
  filename: string
  content_type: string
  bytes: number
}

export type MailSuppression = {
  mail_suppression_id: number
  email_address: string
  /** what the mail server answered, as smtp_550 */
  error_code: string
  /** Unix seconds */
  created: number
}

export type MailSuppressionList = {
  /** the kind of the items */
  object: 'mail_suppressions' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: MailSuppression[]
}

export type MailTexts = {
  subject?: string | undefined
  heading?: string | undefined
  intro?: string | undefined
  closing?: string | undefined
}

export type ManagedListedOrderList = {
  /** the kind of the items */
  object: 'orders' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: ListedOrder[]
}

export type ManagedMembershipCategoryList = {
  /** the kind of the items */
  object: 'membership_categories' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: MembershipCategory[]
}

export type ManagedMembershipPaymentOptionList = {
  /** the kind of the items */
  object: 'membership_payment_options' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: MembershipPaymentOption[]
}

export type ManagedMembershipTypeList = {
  /** the kind of the items */
  object: 'membership_types' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: MembershipType[]
}

export type ManagedOrder = ListedOrder & {
  tickets: Ticket[]
  memberships: OrderMembership[]
  /** what is charged on which day, for all that it has: the first with the checkout, the others by the plans of its memberships. Their sum is the total. None where all of it is paid at once */
  charges: Charge[]
  /** every attempt, oldest first, with those of instalments and invoices; one of several orders has its whole amount */
  payments: Payment[]
  terms_consent: ManagedOrderTermsConsent | null
}

/** what the buyer has agreed to; null: nothing was asked */
export type ManagedOrderTermsConsent = {
  /** of the terms */
  version: number
  /** that the buyer read */
  language: string | null
  /** Unix seconds */
  accepted_unix: number
}

export type ManagedPrice = {
  price_id: number
  price_category_id: number
  price_category_title: string
  title: string
  translations?: ManagedPriceTranslations | undefined
  /** of one unit, major unit of the currency; fee and tax come on top */
  price: number
  /** the part of the service fee that goes back to the organisation */
  rebate?: number | undefined
  /** of one unit */
  service_fee: number
  /** of one unit, as the price itself says it; 0: by the rate of its fee, where that comes on top */
  service_tax: number
  /** on top of the price of one unit; 0 where the price includes it */
  tax: number
  /** of one unit: price, service fee, service tax and tax */
  total: number
  /** one unit is several tickets */
  group_ticket: boolean
  /** start of the sale; null: open */
  available_from_unix: number | null
  /** end of the sale; null: when the event is over */
  available_until_unix: number | null
  /** the same plus the offset of the event’s zone at that instant */
  local_available_from_unix: number | null
  /** the same plus the offset of the event’s zone at that instant */
  local_available_until_unix: number | null
  /** only proven members may buy; the first of membership_type_ids, null: everybody */
  membership_type_id: number | null
  membership_type_name: string | null
  /** members of any of these types may buy */
  membership_type_ids: number[]
  /** units that a member may buy in all orders; null: one for each of their memberships */
  max_per_member: number | null
  show_online: boolean
  show_boxoffice: boolean
  /** computed from the switch, the window, the end of the event and the places left */
  status: 'active' | 'scheduled' | 'sold_out' | 'ended' | 'inactive' | (string & {})
  /** tickets, and places, of one unit */
  tickets_included: number
  /** of numbered seats: a basket takes it with seat_ids, or with best_available */
  reserved_seating: boolean
  /** units that one order may have; null: no cap */
  max_per_order: number | null
  /** units that one customer may have in all orders together; null: no cap */
  max_per_customer: number | null
  /** 0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited */
  scanning_flag: number
  event_id: string
  /** ISO 4217; that of the event */
  currency: string
  /** the switch behind `status` */
  price_status: 'active' | 'inactive' | 'archived' | (string & {})
  /** gates say it loudly; null: nothing to look at */
  concession: 'child' | 'concession' | null | (string & {}) | null
  /** what stewards are to look at */
  gate_check: string | null
  order_by: number
  /** what it is taxed at; null: nothing is said of tax */
  tax_rate_id: number | null
  /** most places of its category that this price may use */
  limit_places: number | null
  /** units for which there are places now */
  available: number
}

export type ManagedPriceList = {
  /** the kind of the items */
  object: 'prices' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: ManagedPrice[]
}

/** its texts in other languages than the usual one */
export type ManagedPriceTranslations = {
  en?: ManagedPriceTranslationsEn | undefined
  de?: ManagedPriceTranslationsDe | undefined
  es?: ManagedPriceTranslationsEs | undefined
  fr?: ManagedPriceTranslationsFr | undefined
  nl?: ManagedPriceTranslationsNl | undefined
  da?: ManagedPriceTranslationsDa | undefined
}

export type ManagedPriceTranslationsDa = {
  title?: string | undefined
}

export type ManagedPriceTranslationsDe = {
  title?: string | undefined
}

export type ManagedPriceTranslationsEn = {
  title?: string | undefined
}

export type ManagedPriceTranslationsEs = {
  title?: string | undefined
}

export type ManagedPriceTranslationsFr = {
  title?: string | undefined
}

export type ManagedPriceTranslationsNl = {
  title?: string | undefined
}

export type ManagedRefundRequest = RefundRequest & {
  /** of the buyer, or else their address */
  name: string | null
  event_id: number | null
  event_title: string | null
  /** paid for its tickets; major unit of the currency */
  amount: number
  /** ISO 4217 */
  currency: string
}

export type ManagedRefundRequestList = {
  /** the kind of the items */
  object: 'refund_requests' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: ManagedRefundRequest[]
}

export type ManagedTicketedEventList = {
  /** the kind of the items */
  object: 'events' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: TicketedEvent[]
}

export type Mandate = {
  mandate_id: number
  /** the customer who gave it; null where there is none */
  user_id: number | null
  /** by the name that Stripe gives it */
  scheme: 'sepa_debit' | 'bacs_debit' | 'au_becs_debit' | (string & {})
  /** given_up: by the fan, by staff, or with the membership or the person; failed: the bank will not hear of it again */
  status: 'active' | 'given_up' | 'failed' | (string & {})
  /** what the fan’s bank calls it, on every statement */
  mandate_reference: string
  /** the end of the account number */
  last4: string | null
  bank_name: string | null
  /** false: given for one debit alone */
  is_kept: boolean
  /** of the text that the fan has agreed to */
  text_version: number
  /** how long ahead of each further debit the fan is told of it; working days for bacs_debit */
  notice_days: number
  /** Unix seconds */
  given_at: number
  /** Unix seconds */
  ended_at: number | null
  created_at: number
  updated_at: number
}

export type MandateFailedMessage = {
  type: 'mandate.failed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MandateFailedMessageData
}

export type MandateFailedMessageData = {
  mandate: Mandate
}

export type MandateGivenMessage = {
  type: 'mandate.given'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MandateGivenMessageData
}

export type MandateGivenMessageData = {
  mandate: Mandate
}

export type MandateGivenUpMessage = {
  type: 'mandate.given_up'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MandateGivenUpMessageData
}

export type MandateGivenUpMessageData = {
  mandate: Mandate
}

export type MandateList = {
  /** the kind of the items */
  object: 'mandates' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Mandate[]
}

export type MandateText = {
  /** by the name that Stripe gives it */
  scheme: 'sepa_debit' | 'bacs_debit' | 'au_becs_debit' | (string & {})
  /** to send as mandate_version, once the fan agrees */
  version: number
  language: string
  text: string
  /** how long ahead of each further debit the fan is told of it; working days for bacs_debit */
  notice_days: number
}

export type MandateWithPlans = Mandate & {
  /** what the fan has agreed to */
  text: string
  /** of which something is open, and which are debited by it */
  plans: DebitedPlan[]
  /** memberships that renew by themselves and are paid by it */
  renewing_member_ids: number[]
}

export type Manifest = {
  /** Unix seconds; the `since` of the next one */
  as_of: number
  /** null: this is all there is */
  since: number | null
  /** base64url; makes barcode_hash of a barcode: the first 12 bytes of its HMAC-SHA256, in base64url. It is this device’s, for this event and its gates and questions: where it is another than that of the manifest that you hold, fetch the whole one */
  barcode_key: string
  /** P-256, base64url; seals a supervisor’s code until it is uploaded as sealed_code */
  code_key: string
  /** SHA-256, base64url, of event_id, a colon and the code of the day that ends turnstile mode */
  leave_code_hashes: string[]
  event: ManifestEvent
  /** verify signed barcodes */
  public_keys: ManifestPublicKey[]
  gates: ManifestGate[]
  price_categories: ManifestPriceCategorie[]
  /** within a week of this one, so that a scanner can say whose ticket it is shown; at most 50 */
  other_events: ManifestOtherEvent[]
  /** whose answers stewards are to see */
  questions: ManifestQuestion[]
  prices: ManifestPrice[]
  /** one that comes twice counts as it comes last */
  tickets: ManifestTicket[]
  members: ManifestMember[]
}

export type ManifestEvent = {
  event_id: string
  title: string
  event_status_id: number
  venue_id: string | null
  /** Unix seconds */
  doors_at: number | null
  starts_at: number
  /** Unix seconds */
  ends_at: number | null
  membership_seat_map_id: number | null
  /** tickets enter by the code of the moment only */
  rotating_barcodes: boolean
}

export type ManifestGate = {
  gate_id: number
  venue_id: string
  name: string
  /** whether this device may scan there */
  open: boolean
  /** lets no one in for now */
  closed: boolean
  /** how to find it */
  directions: string | null
}

export type ManifestMember = {
  membership_member_id: number
  first_name: string
  last_name: string
  membership_member_status_id: number
  game_day_access: boolean
  /** by barcode_key */
  barcode_hash: string
  /** by barcode_key, of the number on the card: its letters and digits, in capitals; the first 6 bytes, for a number that a steward types */
  number_hash: string
  /** the map that the member’s own seat is on */
  seat_map_id: number | null
  /** whether the member’s season lets them in at this event; null: they are of no season */
  of_event: boolean | null
  /** Unix seconds */
  expires: number | null
  /** from when on they are refused for an instalment that is not paid */
  overdue_from: number | null
  /** from when on they are let in, and the steward is told of the instalment */
  soft_overdue_from: number | null
  entries: number
  exits: number
  inside: boolean
}

export type ManifestOtherEvent = {
  event_id: string
  title: string
  starts_at: number
}

export type ManifestPrice = {
  price_id: number
  price_category_id: number
  title: string
  scanning_flag: number
  /** a price for which the steward looks twice */
  concession: 'child' | 'concession' | null | (string & {}) | null
  /** what a steward looks at */
  gate_check: string | null
}

export type ManifestPriceCategorie = {
  price_category_id: number
  title: string
  /** none: every gate */
  gate_ids: number[]
}

export type ManifestPublicKey = {
  signing_key_id: number
  /** Ed25519, base64url */
  public_key: string
  /** base64url; checks rotating codes, where there are any */
  rotation_key?: string | undefined
}

export type ManifestQuestion = {
  question_id: number
  title: string
}

export type ManifestTicket = {
  ticket_id: number
  order_id: number
  /** by barcode_key; null where it is a signed code, which says the ticket itself */
  barcode_hash: string | null
  /** of short_code, by barcode_key: the first 6 bytes of its HMAC-SHA256, in base64url; absent where it has none */
  short_hash?: string | undefined
  /** 1 active; anything else is revoked */
  ticket_status_id: number
  price_id: number
  /** the holder */
  ticket_name: string | null
  seat_section: string | null
  /** the block of the stand */
  seat_block: string | null
  seat_row: string | null
  seat_title: string | null
  /** to the questions of the manifest; absent where there are none */
  answers?: ManifestTicketAnswer[] | undefined
  /** Unix seconds */
  valid_from: number | null
  valid_until: number | null
  entries: number
  exits: number
  inside: boolean
}

export type ManifestTicketAnswer = {
  question_id: number
  answer: string
}

export type Member = {
  membership_member_id: number
  member_number: string
  /** one person over several memberships */
  person_id: string | null
  membership_category_id: number | null
  category_title: string | null
  membership_type_id: number | null
  type_title: string | null
  barcode: string
  /** 0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled */
  membership_member_status_id: 0 | 1 | 2 | 3 | (number & {})
  membership_seat_id: number | null
  seat_section: string | null
  /** the block of the stand */
  seat_block: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_level: string | null
  seat_gate: string | null
  seat_title: string | null
  /** the customer */
  user_id: number
  first_name: string
  last_name: string
  /** YYYY-MM-DD */
  date_of_birth: string | null
  /** Unix seconds */
  created: number
  /** Unix seconds; the time of creation while never changed */
  updated_at: number
  /** Unix seconds */
  expires: number | null
  auto_renew: number
  gender: string | null
  company_name: string | null
  address: string | null
  address2: string | null
  suburb: string | null
  state: string | null
  postcode: string | null
  /** ISO 3166-1 numeric */
  country_id: number | null
  mobile_number: string | null
  email_address: string | null
  membership_order_id: string | null
  marketing_emails: boolean
  membership_fulfilled: 'yes' | 'no' | (string & {})
  /** postage tracking code */
  fulfillment_tracking_code: string | null
  /** paid by instalments */
  instalments: boolean
  /** that the type is for */
  season_id: number | null
  season_title: string | null
  /** what is still to be paid for it; major unit of the organisation’s currency */
  open_amount: number
  /** Unix seconds; until when the next of it is to be paid, and overdue after that; null: nothing is open */
  next_due: number | null
}

export type MemberCancelledMessage = {
  type: 'member.cancelled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MemberCancelledMessageData
}

export type MemberCancelledMessageData = {
  member: Member
}

export type MemberCard = {
  membership_member_id: number
  member_number: string
  first_name: string
  last_name: string
  type_title: string | null
  category_title: string | null
  /** #rrggbb */
  hex_color: string | null
  /** null: of no season */
  season_title: string | null
  seat: CardSeat | null
  /** Unix seconds */
  expires: number | null
  /** what the gate says of it now: valid, or why it does not take it */
  standing: 'valid' | 'unpaid' | 'overdue' | 'expired' | 'cancelled' | (string & {})
}

export type MemberCode = {
  /** the same whether or not a member has the address */
  status: 'code_sent' | (string & {})
  /** Unix seconds; the code is of no use after */
  expires_at: number
}

export type MemberCreatedMessage = {
  type: 'member.created'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MemberCreatedMessageData
}

export type MemberCreatedMessageData = {
  member: Member
}

export type MemberFulfilledMessage = {
  type: 'member.fulfilled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MemberFulfilledMessageData
}

export type MemberFulfilledMessageData = {
  member: Member
}

export type MemberPayment = {
  debt_id: number
  /** null: of what was to be paid at once */
  instalment_number: number | null
  /** major unit of the currency */
  amount: number
  /** what is left of the amount */
  open: number
  /** Unix seconds */
  due_at: number
  status: 'due' | 'submitted' | 'paid' | 'failed' | 'returned' | 'waived' | 'cancelled' | (string & {})
  /** not paid, and its day has passed */
  overdue: boolean
  /** a page of the shop on which it is paid by card, before its day too; null: nothing is open */
  pay_url: string | null
}

export type MemberPlan = {
  order_id: number
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  total: number
  paid: number
  open: number
  /** in the order in which they are due */
  payments: MemberPayment[]
  /** the first that is open */
  next_payment: MemberPayment | null
}

export type MemberProof = {
  basket_id: string
  proven_by: 'sso' | 'link' | 'code' | 'organisation' | (string & {})
  /** types of which the person has a membership that counts for the event of the basket, or now where it has none */
  membership_type_ids: number[]
}

export type MemberRenewedMessage = {
  type: 'member.renewed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MemberRenewedMessageData
}

export type MemberRenewedMessageData = {
  member: Member
}

export type MemberShown = {
  membership_member_id: number
  first_name: string
  last_name: string
  member_number: string
  membership_type: string | null
  seat_section: string | null
  /** the block of the stand */
  seat_block: string | null
  seat_row: string | null
  seat_title: string | null
}

export type MemberTerm = {
  /** null: the term that the member shows */
  member_term_id: number | null
  term_state: 'past' | 'running' | 'next' | (string & {})
  membership_type_id: number | null
  type_title: string | null
  season_id: number | null
  season_title: string | null
  seat_id: number | null
  seat_section: string | null
  /** the block of the stand */
  seat_block: string | null
  seat_row: string | null
  seat_title: string | null
  order_id: number | null
  /** 0 unpaid, 1 paid, 2 instalments outstanding, 3 cancelled */
  membership_member_status_id: 0 | 1 | 2 | 3 | (number & {})
  auto_renew: boolean
  /** Unix seconds */
  starts: number
  /** Unix seconds; null: it does not end */
  ends: number | null
  /** how it is paid over time; none where it was paid at once */
  plans: MemberTermPlan[]
}

export type MemberTermList = {
  /** the kind of the items */
  object: 'member_terms' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: MemberTerm[]
}

export type MemberTermPlan = {
  membership_plan_id: number
  /** that of an upgrade is another than that of the term */
  order_id: number
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  total: number
  /** still to be paid */
  open: number
  /** paid so far */
  paid: number
  /** written off */
  waived: number
  /** not to be paid any more */
  cancelled: number
  /** Unix seconds; until when the next instalment is to be paid */
  next_due: number | null
}

export type MemberUpdatedMessage = {
  type: 'member.updated'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: MemberUpdatedMessageData
}

export type MemberUpdatedMessageData = {
  member: Member
}

export type MembershipCancellation = {
  membership_member_id: number
  /** the rule of the member’s type */
  cancellation: 'none' | 'full_until' | 'by_events_left' | (string & {})
  /** YYYY-MM-DD; of full_until */
  cancellation_until: string | null
  /** of the season */
  events: number
  /** of them, to come */
  events_left: number
  /** ISO 4217 */
  currency: string
  /** what the membership costs, upgrades included; major unit of the currency */
  total: number
  /** of that, what the rule gives back */
  returned: number
  /** of what is given back, what was not paid yet and need not be */
  cancelled_amount: number
  /** of what is given back, what was paid and goes back */
  refund_amount: number
  /** what the member still has to pay */
  owed_amount: number
  /** of what was open, what staff have written off with the cancellation */
  written_off_amount: number
  /** once it is cancelled */
  refund_ids: number[]
}

export type MembershipCategory = {
  membership_category_id: number
  /** where its members sit */
  membership_seat_map_id: number | null
  title: string
  show_online: number
  /** absolute address */
  image: string | null
  /** 1: its members enter on their own barcode */
  game_day_access: number
  /** #rrggbb */
  hex_color: string | null
  /** position, smallest first */
  order_by: number
  /** 1 active, 0 inactive, 2 archived */
  status: number
}

export type MembershipCategoryList = {
  /** the kind of the items */
  object: 'membership_categories' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: MembershipCategory[]
}

export type MembershipOnSale = {
  membership_type_id: number
  title: string
  membership_category_id: number
  category_title: string
  category_image: string | null
  /** #rrggbb */
  category_color: string | null
  /** today’s, major unit of the currency */
  price: number
  /** on top of the price; 0 where the price includes it */
  tax: number
  /** ISO 4217 */
  currency: string
  /** null: of no season */
  season_id: number | null
  season_title: string | null
  /** a seat can be had with it, by seat_id or best_available */
  has_seats: boolean
  /** required: it is sold with a seat only; none where has_seats is false */
  seating: 'none' | 'optional' | 'required' | (string & {})
  /** where its seats are; empty: anywhere on the map */
  seat_section_ids: number[]
  /** how long it lasts from the day that it is bought; null: until `expires` */
  term: 'month' | 'year' | 'life' | null | (string & {}) | null
  /** YYYY-MM-DD, the last day where `term` is null; null does not end */
  expires: string | null
  /** it can be bought from then on; null: now */
  available_from_unix: number | null
  available_until_unix: number | null
  is_sold_out: boolean
  /** years of age on the day that it is bought */
  age_from: number | null
  age_until: number | null
  offer_auto_renew: boolean
  /** what `auto_renew` of an item means; say so before the buyer pays. Null: nothing follows by itself */
  auto_renewal: AutoRenewal | null
  /** its card opens the gates */
  game_day_access: boolean
  payment_options: OfferedPlan[]
}

export type MembershipOnSaleList = {
  /** the kind of the items */
  object: 'memberships_on_sale' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: MembershipOnSale[]
}

export type MembershipPaymentOption = {
  membership_payment_option_id: string
  title: string
  auto_renewal: number
  /** Unix seconds at which the plan ends whenever it began; null: from the purchase */
  fixed_end_date: number | null
  /** 1: paid at once */
  number_of_instalments: number
  /** from one instalment to the next */
  months_between: number
  /** automatic: instalments are charged on their days by what the first was paid with; by_hand: fans pay them by link, or staff record them */
  collection: 'by_hand' | 'automatic' | (string & {})
  /** position, smallest first */
  order_by: number
  /** 1 active, 0 inactive, 2 archived */
  status: number
}

export type MembershipPaymentOptionList = {
  /** the kind of the items */
  object: 'membership_payment_options' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: MembershipPaymentOption[]
}

export type MembershipPlan = {
  membership_plan_id: number
  membership_member_id: number
  /** the order_id of its order */
  membership_order_id: number
  currency: string
  total: number
  paid: number
  open: number
  /** how its instalments are collected */
  collection: 'by_hand' | 'automatic' | 'paused' | 'stopped' | (string & {})
  /** Unix seconds */
  paused_at: number | null
  /** Unix seconds; when the membership that it pays for ended, since when nothing of it is charged */
  ended_at: number | null
  /** Unix seconds; null where nothing is going to be charged */
  next_charge_at: number | null
  /** what is charged then */
  next_charge: number | null
  /** what has come due while it was paused or stopped, and is charged as soon as it goes on */
  charged_on_resume: number
}

export type MembershipRenewal = {
  membership_renewal_id: number
  membership_member_id: number
  status: 'announced' | 'under_way' | 'renewed' | 'failed' | 'stopped' | 'superseded' | (string & {})
  /** why, of one that failed */
  reason: 'no_means' | 'no_address' | 'off_sale' | 'full' | 'seat_gone' | 'plan_gone' | 'not_possible' | 'declined' | 'card_expired' | 'bank_asks' | null | (string & {}) | null
  /** Unix seconds, the end of the term that it follows */
  ends_at: number
  /** Unix seconds, when it is made and charged */
  renew_at: number
  /** the type by which the membership goes on */
  membership_type_id: number
  /** null: paid at once */
  membership_payment_option_id: string | null
  /** as its notice names it, and it stays; major unit of the currency */
  price: number
  /** on top of the price, as its notice names it; 0 where the price includes it */
  tax: number
  currency: string
  /** how often it was charged */
  attempts: number
  /** of the last attempt */
  order_id: number | null
  created_at: number
  updated_at: number
}

export type MembershipRenewalList = {
  /** the kind of the items */
  object: 'membership_renewals' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: MembershipRenewal[]
}

export type MembershipSeat = {
  seat_id: number
  section_label: string
  /** the block */
  sub_section_title: string | null
  seat_level: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string
  gate: string | null
}

export type MembershipType = {
  membership_type_id: number
  membership_category_id: number
  category_title: string
  title: string
  /** in the currency of the organisation, major unit */
  price: number
  /** whose events its members are let in at, and whose seats they have; null: none */
  season_id: number | null
  /** whether it is sold with a seat, in a season with a map; staff seat a member by hand all the same */
  seating: 'none' | 'optional' | 'required' | (string & {})
  /** where its seats are; empty: anywhere on the map */
  seat_section_ids: number[]
  /** YYYY-MM-DD, the last day, in the time zone of the organisation; null does not end */
  expires: string | null
  offer_auto_renew: number
  /** the type by which its members with auto_renew go on; null: they are left to renew */
  renewal_type_id: number | null
  /** how many days before the end its members are told */
  renewal_notice_days: number
  /** how many days before the end the renewal is made and charged */
  renewal_days: number
  show_online: number
  /** 1: its members enter on their own barcode */
  game_day_access: number
  /** position, smallest first */
  order_by: number
  /** 1 active, 0 inactive, 2 archived */
  status: number
  /** before the first of `prices`; `price` is today’s */
  full_price: number
  /** what it costs from a day on, the earliest first */
  prices: PriceFrom[]
  /** how long it lasts from the day that it is bought; null: until `expires` */
  term: 'month' | 'year' | 'life' | null | (string & {}) | null
  /** start of the sale; null: open */
  available_from_unix: number | null
  /** end of the sale; null: open */
  available_until_unix: number | null
  /** how many there may be; null: no limit */
  max_members: number | null
  /** of the limit; null where there is none */
  members_left: number | null
  /** years of age on the day that it is bought; null: any */
  age_from: number | null
  /** the oldest, in years; null: any */
  age_until: number | null
  /** how many of them one buyer may have online; null: any */
  max_per_person: number | null
  /** what goes back to a member who leaves */
  cancellation: 'none' | 'full_until' | 'by_events_left' | (string & {})
  /** YYYY-MM-DD, the last day of full_until */
  cancellation_until: string | null
  /** what it is taxed at; null: nothing is said of tax */
  tax_rate_id: number | null
  /** members of its season whom no gate admits, because neither it nor its category has game_day_access; 0 where it has no season, or the season is over */
  members_not_admitted: number
}

export type MembershipTypeList = {
  /** the kind of the items */
  object: 'membership_types' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: MembershipType[]
}

export type MergeCustomers = {
  /** org_customer_id of the one who is the same person */
  duplicate_customer_id: string
}

export type MissingPayment = {
  payment_id: number
  /** by which the provider knows it */
  reference: string | null
  order_id: number | null
  amount: number
  currency: string
  /** Unix seconds */
  paid: number
}

export type MissingPaymentList = {
  /** the kind of the items */
  object: 'missing_payments' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: MissingPayment[]
}

export type MoneyAmount = {
  amount: number
  currency: string
}

export type MoneyBackAccount = {
  debt_id: number
  account_holder: string
  account: string
}

export type MoveCash = {
  /** deposit: into the drawer; drop: to the safe; payout: for something bought */
  movement: 'deposit' | 'drop' | 'payout'
  /** major unit of the currency */
  amount: number
  reason?: string | null | undefined
}

export type MoveInstalment = {
  /** YYYY-MM-DD, on the calendar of the organisation */
  due_on: string
}

/** what the browser gives: toJSON() of the credential */
export type NewPasskey = {
  /** base64url */
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: string | undefined
  clientExtensionResults?: Record<string, unknown> | undefined
  response: NewPasskeyResponse
}

export type NewPasskeyResponse = {
  clientDataJSON: string
  attestationObject: string
  authenticatorData?: string | undefined
  publicKey?: string | undefined
  publicKeyAlgorithm?: number | undefined
  transports?: string[] | undefined
}

export type NewSecret = {
  /** the end of the new address of the page; no earlier one opens it any more */
  order_secret: string
}

export type Occupancy = {
  event_id: string
  /** Unix seconds */
  as_of: number
  /** of the event: the clock of the venue */
  timezone: string
  entries: number
  exits: number
  /** people inside, at the least */
  at_least: number
  /** and at the most */
  at_most: number
  /** by the log alone, an unsettled second admission of a ticket left out */
  logged: number
  /** people more, if every unsettled second admission was another person */
  unsettled: number
  /** people who followed another through a turnstile without a scan; in at_most */
  followers: number
  /** admissions at the most that devices have not sent yet; in at_most */
  unsent_entries_max: number
  /** exits at the most that they have not sent; off at_least */
  unsent_exits_max: number
  /** by the log alone: of an admission that was not sent the place is not known */
  stands: OccupancyStand[]
  /** by the gate where each was last let in; by the log alone */
  gates: OccupancyGate[]
  /** devices that may hold admissions, those that may hold most first */
  devices: OccupancyDevice[]
}

export type OccupancyDevice = {
  device_id: number
  name: string
  gate_id: number | null
  /** Unix seconds; null: never */
  heard_at: number | null
  /** by its last report */
  scans_waiting: number
  /** people who may have passed it of whom the log does not know yet */
  may_hold: number
}

export type OccupancyGate = {
  gate_id: number
  gate: string
  /** people inside, at the least */
  at_least: number
  /** and at the most */
  at_most: number
}

export type OccupancyStand = {
  stand: string | null
  /** people inside, at the least */
  at_least: number
  /** and at the most */
  at_most: number
  blocks: OccupancyStandBlock[]
}

export type OccupancyStandBlock = {
  block: string | null
  /** people inside, at the least */
  at_least: number
  /** and at the most */
  at_most: number
}

export type OfferedPlan = {
  membership_payment_option_id: string
  title: string
  /** what the first payment would be today, major unit of the currency */
  due_now: number
  /** if it is bought today; none where all of it is due now */
  instalments: PlannedInstalment[]
  /** automatic: later parts are charged on their days by what the first was paid with; say so before the buyer pays */
  collection: 'by_hand' | 'automatic' | (string & {})
}

export type OpenBasket = {
  /** the organisation; the key knows it already */
  org?: string | undefined
  discount_code?: string | null | undefined
  /** tickets of one event, and memberships; all of them are had, or none */
  items?: OpenBasketItem[] | undefined
}

export type OpenBasketItem = {
  price_id?: string | number | undefined
  /** units of the price; 1 unless best_available is a number */
  quantity?: number | undefined
  /** one for each ticket */
  seat_ids?: number[] | undefined
  /** instead of seat_ids: how many units, or true for as many as quantity says. Neighbours in one row, of the first section (by its order) and the foremost row that have them, as near as possible to the middle of the row; false by default */
  best_available?: boolean | number | undefined
  /** with best_available: the section to choose in */
  seat_section_id?: number | undefined
  /** instead of price_id: a membership of this type */
  membership_type_id?: number | undefined
  /** by which plan it is paid; without one it is paid at once */
  membership_payment_option_id?: number | undefined
  member?: OpenBasketItemMember | undefined
  /** instead of member: whose membership goes on, under the same number, in the next term. With a publishable key the basket has to be proven to be this member’s */
  membership_member_id?: number | undefined
  /** with membership_member_id: another type from now on, for the difference of both prices */
  upgrade?: boolean | undefined
  /** of an upgrade: the difference is paid on the days of the instalments that are open */
  over_open_instalments?: boolean | undefined
  /** of a membership of a season: the seat, in every event of the season */
  seat_id?: number | undefined
  /** renew it by itself, where its type offers that */
  auto_renew?: boolean | undefined
}

export type OpenBasketItemMember = {
  first_name: string
  last_name: string
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
}

export type OpenSums = {
  /** ISO 4217 */
  currency: string
  /** major unit of the currency; what is open of the customer’s debts */
  owed_by_customer: number
  /** major unit of the currency; of that, what a payment is just collecting */
  being_collected: number
  /** major unit of the currency; what the organisation still has to hand back or to transfer */
  owed_to_customer: number
  /** major unit of the currency; the balance of their credit */
  credit: number
}

export type OpenTill = {
  /** the counter or the device */
  name: string
  /** cash in the drawer */
  float: number
}

export type OperatorInvoice = {
  operator_invoice_id: number
  /** as it is printed; without a gap */
  number: string
  /** YYYY-MM, on the organisation’s calendar */
  month: string
  /** of how many it is */
  payments: number
  /** ISO 4217 */
  currency: string
  /** without tax, major unit of the currency */
  net: number
  /** of it */
  tax: number
  /** with tax; it was kept of the payments, and nothing is left to pay */
  total: number
  /** Unix seconds */
  issued: number
}

export type OperatorInvoiceList = {
  /** the kind of the items */
  object: 'operator_invoices' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: OperatorInvoice[]
}

export type Order = {
  order_id: number
  order_uuid: string
  /** refunded in part stays confirmed, with refunded_amount */
  order_status: 'pending' | 'confirmed' | 'cancelled' | 'refunded' | 'expired' | (string & {})
  /** Unix seconds */
  order_date: number
  /** the customer; null until the order is confirmed, or its customer erased */
  user_id: number | null
  /** of the buyer, as given at checkout */
  first_name: string | null
  /** of the buyer, as given at checkout */
  last_name: string | null
  /** of the buyer, as given at checkout */
  email_address: string | null
  /** of the buyer, as given at checkout */
  postcode: string | null
  /** ISO 3166-1 numeric */
  country_id: number | null
  marketing_opt_in: boolean
  /** for the order as a whole, major unit of the currency */
  transaction_fee: number
  /** taken off the prices */
  discount_amount: number
  /** card, card_reader, direct_debit, cash, invoice, instalments, credit, free; null until paid */
  payment_method: string | null
  /** null: an order of memberships */
  event_id: string | null
  /** of the buyer, as given at checkout */
  mobile_number: string | null
  sales_channel: 'online' | 'boxoffice' | 'import' | (string & {})
  /** ISO 4217 */
  currency: string
  /** prices, before discount and fees */
  subtotal: number
  /** of all tickets */
  service_fee: number
  /** of all tickets */
  service_tax: number
  /** of all tickets: what the organisation gets back out of the service fee; no part of the total */
  rebate?: number | undefined
  /** on top of prices and of the transaction fee; 0 where they include it */
  tax: number
  /** subtotal less discount_amount, plus service_fee, service_tax, transaction_fee and tax */
  total: number
  /** the tax that the total includes, by rate; none where nothing is known of tax */
  taxes: Tax[]
  /** of the total */
  refunded_amount: number
  /** of the total, paid by the fan’s credit, so that less was charged */
  credit: number
  /** of the total, still to be paid: on an invoice, by instalments, or since a payment came back */
  owed_amount: number
  /** what was answered for the order as a whole at checkout */
  answers: GivenAnswer[]
  /** Unix seconds; the time of creation while never changed */
  updated_at: number
}

export type OrderCancelledMessage = {
  type: 'order.cancelled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: OrderCancelledMessageData
}

export type OrderCancelledMessageData = {
  order: OrderInMessage
}

export type OrderCompletedMessage = {
  type: 'order.completed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: OrderCompletedMessageData
}

export type OrderCompletedMessageData = {
  fan: Customer | null
  order: OrderInMessage
}

export type OrderCreatedMessage = {
  type: 'order.created'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: OrderCreatedMessageData
}

export type OrderCreatedMessageData = {
  order: Order
}

export type OrderExpiredMessage = {
  type: 'order.expired'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: OrderExpiredMessageData
}

export type OrderExpiredMessageData = {
  order: Order
}

export type OrderInMessage = OrderWithTickets & {
  /** how many tickets it has */
  tickets_total: number
  /** not all of them are here */
  tickets_truncated: boolean
}

export type OrderLine = {
  /** the price type; null: a membership */
  price_title: string | null
  /** where its places are */
  category_title: string | null
  /** null: tickets */
  membership_type_title: string | null
  quantity: number
  /** of its active tickets, 10 at most */
  seats: OrderLineSeat[]
}

export type OrderLineSeat = {
  section_label: string | null
  /** the block */
  sub_section_title: string | null
  seat_level: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string | null
}

export type OrderList = {
  /** the kind of the items */
  object: 'orders' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  event_id: string
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Order[]
}

export type OrderMail = {
  mail_id: number
  order_id: number | null
  /** as in the list of mails; null: none of those */
  kind: string | null
  /** where it went; null: nowhere yet, or the buyer is forgotten */
  email_address: string | null
  /** dropped: there was nothing to tell, or no reader to tell it */
  mail_status: 'pending' | 'sent' | 'failed' | 'unknown' | 'dropped' | (string & {})
  /** why it was not sent, as smtp_550 or suppressed */
  error_code: string | null
  attempts: number
  /** Unix seconds */
  created: number
  /** Unix seconds; of one that was sent, when */
  changed_unix: number
}

export type OrderMailList = {
  /** the kind of the items */
  object: 'order_mails' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: OrderMail[]
}

export type OrderMembership = {
  /** null until the order has made a member */
  membership_member_id: number | null
  member_number: string | null
  /** as it is now, whatever order it came from */
  membership_member_status_id: number | null
  /** of the member */
  first_name: string | null
  /** of the member */
  last_name: string | null
  membership_type_id: number
  type_title: string
  /** that it is for */
  season_id: number | null
  season_title: string | null
  seat: MembershipSeat | null
  /** before discount, major unit of the currency */
  price: number
  /** taken off the price */
  discount: number
}

export type OrderNote = {
  order_note_id: number
  order_id: number
  note: string
  /** who wrote it; null for a key */
  actor_name: string | null
  /** Unix seconds */
  created: number
}

export type OrderRefundedMessage = {
  type: 'order.refunded'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: OrderRefundedMessageData
}

export type OrderRefundedMessageData = {
  order: OrderInMessage
  refund: Refund
}

export type OrderWithTickets = Order & {
  tickets: Ticket[]
  memberships: OrderMembership[]
  /** what is charged on which day, for all that it has: the first with the checkout, the others by the plans of its memberships. Their sum is the total. None where all of it is paid at once */
  charges: Charge[]
}

export type Organisation = {
  org_id: string
  /** for ever; test is a sandbox, in which no card is charged */
  mode: 'live' | 'test' | (string & {})
  name: string
  company: string | null
  business_number: string | null
  /** the organisation’s account at the payment provider */
  payment_account_id: string | null
  /** ISO 3166-1 alpha-2 */
  country: string
  /** in English */
  country_name: string
  /** IANA name */
  timezone: string
  /** ISO 4217; what new events are priced in */
  currency: string
  /** of mails, where an order names none; BCP 47 */
  language: string
  /** where answers to mails go */
  contact_email: string | null
  /** links in mails go to its /t/{secret}; null: to the pages of this service */
  ticket_page_url: string | null
  /** the shop is at /shop/{shop_slug}/ */
  shop_slug: string
  /** where the shop is: at the host that was proven first, else by its slug; a slash at its end */
  shop_url: string
  logo_image: string | null
  background_image: string | null
  favicon: string | null
  /** #rrggbb */
  background_color: string | null
  /** #rrggbb; of buttons and links */
  accent_color: string | null
  /** sites that may show the shop in a frame, and nobody else */
  embed_origins: string[]
  /** small print on tickets */
  ticket_terms: string | null
  /** what publishable keys are told: how many are left, only that few are, or only whether any are */
  places_left_shown: 'number' | 'few' | 'none' | (string & {})
  /** as many, or fewer, are few */
  few_places_left: number
  /** places that one address may hold at once through publishable keys; null: no cap */
  held_places_per_address: number | null
  /** what publishable keys may ask from one address in a minute */
  address_requests_per_minute: number
  /** and in a day */
  address_requests_per_day: number
  /** refunds of more than this ask staff to prove again who they are */
  refund_proof_amount: number
  /** on every order; major unit of the currency */
  transaction_fee_fixed: number
  /** of what an order costs without it */
  transaction_fee_percentage: number
  /** the most that both are together; null: no cap */
  transaction_fee_max: number | null
  /** also on orders that cost nothing otherwise */
  transaction_fee_free_orders: boolean
  /** also at the box office */
  transaction_fee_boxoffice: boolean
  /** holders rename tickets and pass them on by themselves */
  holder_changes: boolean
  /** buyers ask for a refund until so many hours before the event; null: not at all */
  refund_request_hours: number | null
  /** the box office takes cards on readers */
  card_readers: boolean
  /** the least coin that sums in cash are rounded to at the counter; null: none */
  cash_rounding: number | null
  /** after which an invoice is due */
  invoice_days: number
  /** after which credit of a fan expires; null: never */
  credit_days: number | null
  /** when credit goes back of what an order was paid by */
  refund_credit: 'first' | 'last' | (string & {})
  /** what becomes of tickets whose payment is disputed */
  disputed_tickets: 'stop' | 'keep' | (string & {})
  /** buyers online have to agree to the terms, once these are written */
  terms_consent: boolean
}

export type OrganisationClock = {
  /** the organisation’s time */
  now_unix: number
  /** of the real time */
  ahead_seconds: number
  /** two years in all; 0 where the clock cannot be moved */
  ahead_seconds_max: number
  /** while the clock is on its way there; what is due until then happens in order */
  advancing_to_unix: number | null
  /** of each kind what comes next, the earliest first */
  upcoming: UpcomingThing[]
}

export type OrganisationSales = {
  /** of the organisation */
  timezone: string
  /** one row for each currency */
  data: SalesBucket[]
}

export type OwnCardChange = {
  state: 'changed' | 'action_needed' | (string & {})
  /** to repeat the call with, after the next_action */
  setup: string | null
  /** what the fan’s browser has to do, such as 3-D Secure */
  next_action: Record<string, string> | null
  debt: OwnDebt
}

export type OwnCodes = {
  /** of active tickets that were not transferred; 500 at most */
  codes: OwnCodesCode[]
}

export type OwnCodesCode = {
  ticket_id: number
  barcode: string
  rotation: TicketRotation | null
}

export type OwnCredit = {
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  balance: number
  /** Unix seconds; when some of it expires next; null: never */
  next_expiry: number | null
}

export type OwnCreditList = {
  /** the kind of the items */
  object: 'own_credits' | (string & {})
  data: OwnCredit[]
}

export type OwnDebt = {
  debt_id: number
  /** to_pay, paying and paid: by the fan. account_wanted: the organisation transfers it once it knows where; cash_waiting: at the box office. nothing: it is not owed any more */
  state: 'to_pay' | 'paying' | 'paid' | 'account_wanted' | 'account_given' | 'cash_waiting' | 'paid_back' | 'nothing' | (string & {})
  /** of the event, or of the memberships */
  title: string | null
  order_id: number | null
  instalment_number: number | null
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  amount: number
  /** what is left of the amount */
  open: number
  /** of an instalment: what is open of its whole plan, with this one; null of anything else */
  plan_open: number | null
  /** of an instalment: all charges of its plan in the order of their days; none of anything else */
  plan: PlanCharge[]
  /** Unix seconds */
  due_at: number
  overdue: boolean
  /** the last characters of the account that was given */
  account: string | null
  card: PlanCard | null
  transfer: HowToTransfer | null
  /** what the fan’s browser has to do, such as 3-D Secure or a visit to redirect_url; then repeat the payment */
  next_action: Record<string, string> | null
}

export type OwnRecipient = {
  name: string | null
  company: string | null
  address_lines: string[]
  postcode: string | null
  city: string | null
  /** ISO 3166-1 alpha-2 */
  country: string | null
}

export type OwnTransfer = {
  order_id: number
  /** awaited: the places wait for the money. paid: the order is confirmed. expired: the places are free again. returned: the money came too late, and goes back */
  state: 'awaited' | 'paid' | 'expired' | 'returned' | (string & {})
  /** Unix seconds; so long the places wait */
  expires_at: number
  /** of the order, in the major unit of the currency */
  total: number
  /** of it, has come so far; `how` is for the rest */
  received: number
  currency: string
  how: HowToTransfer | null
}

export type PageDocument = {
  document_id: number
  /** receipt: for a buyer who did not say for whom it is; credit_note: for what went back */
  kind: 'invoice' | 'receipt' | 'credit_note' | (string & {})
  /** as it is printed; without a gap in its series */
  number: string
  /** ISO 4217 */
  currency: string
  /** with tax; of a credit note what goes back */
  total: number
  /** Unix seconds */
  issued: number
  /** whether the document has an e-invoice (XML); a receipt has none */
  e_invoice: boolean
}

/** what a small drawing of the ground needs; null without numbered seats, and where the club has drawn none */
export type PageGround = {
  sections: PageSection[]
}

export type PageRecipient = {
  /** until when the buyer may say for whom the document is; null: no longer */
  until_unix: number | null
  /** an invoice is sent by Peppol to the peppol_id that the buyer says */
  by_peppol: boolean
  /** of the company or person that it is for; null: a receipt without an address */
  name: string | null
}

export type PageSection = {
  seat_section_id: number
  layout: SeatLayout
  /** position that the layout begins with */
  middle: number
  front: RowEnds
  back: RowEnds
}

export type PageTicket = {
  ticket_id: number
  /** 0 reserved, 1 active, 2 cancelled, 3 refunded, 4 replaced (transferred or re-issued) */
  ticket_status_id: 0 | 1 | 2 | 3 | 4 | (number & {})
  /** what its QR code says; null unless it is active */
  barcode: string | null
  /** to type where it cannot be read; null where the gates take none */
  short_code: string | null
  rotation: TicketRotation | null
  /** the holder */
  ticket_name: string | null
  price_title: string
  category_title: string
  /** of the seat’s section; without a seat, that of the price category */
  section_label: string | null
  /** of the seat */
  sub_section_title: string | null
  /** of the seat */
  seat_level: string | null
  /** of the seat */
  seat_aisle: string | null
  /** of the seat */
  seat_row: string | null
  /** of the seat */
  seat_title: string | null
  /** to come in by: that of the seat, or those of the price category; null: any */
  gate: string | null
  /** how to find the gate, in the words of the organisation */
  entrance: string | null
  /** of the seat on the ground */
  spot: SeatSpot | null
  /** names of the gates that let it in; none: every gate */
  gates: string[]
  /** the holder has entered on it */
  used: boolean
  /** Unix seconds; null: whenever the event lets in */
  valid_from_unix: number | null
  /** Unix seconds; null: whenever the event lets in */
  valid_until_unix: number | null
}

export type ParameterProblem = {
  param: string
  code: string
  message: string
}

export type PassOnTicket = {
  /** the new holder */
  ticket_name: string
  email_address: string
}

export type Passkey = {
  passkey_id: number
  name: string
  /** Unix seconds */
  created_at: number
  last_used_at: number | null
}

/** what the browser gives: toJSON() of the credential */
export type PasskeyAnswer = {
  /** base64url */
  id: string
  rawId: string
  type: 'public-key'
  authenticatorAttachment?: string | undefined
  clientExtensionResults?: Record<string, unknown> | undefined
  response: PasskeyAnswerResponse
}

export type PasskeyAnswerResponse = {
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string | undefined
}

export type PasskeyList = {
  /** the kind of the items */
  object: 'passkeys' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: Passkey[]
}

export type PasskeyRemoved = {
  status: 'passkey_removed' | (string & {})
}

export type PasswordChanged = {
  status: 'password_changed' | (string & {})
}

export type PasswordResetRequested = {
  /** the same whether or not there is such an account */
  status: 'requested' | (string & {})
}

export type PayDebtByCredit = {
  /** major unit of the currency; without it, all that is open */
  amount?: number | undefined
}

export type PayOwnDebt = {
  /** the provider’s reference, such as pm_… or ctoken_…; not needed where a payment is under way */
  payment_method?: string | undefined
  /** a page of the organisation’s shop, or of a site in its embed_origins: where the buyer comes back to if the payment method sends them to a page of their bank. It is given the parameter payment_return, for /v1/storefront/payment_return. Without it such methods are refused */
  return_url?: string | undefined
  /** of a plan that is charged by itself: what is open of it is charged to this card from now on */
  keep_card?: boolean | undefined
  /** of an instalment: pays with it all others of its plan that are open, by one charge */
  whole_plan?: boolean | undefined
}

export type Payment = {
  payment_id: number
  /** test, stripe or manual */
  provider: string
  /** what the provider calls it */
  provider_reference: string | null
  /** created, requires_action, processing, unknown, succeeded, failed or cancelled */
  payment_status: string
  /** major unit of the currency */
  amount: number
  /** of the amount, refunds on their way included */
  refunded_amount: number
  /** ISO 4217 */
  currency: string
  /** of the card that was charged */
  card_last4: string | null
  failure_code: string | null
  decline_code: string | null
  /** Unix seconds */
  created: number
}

export type PaymentAccount = {
  /** that of the organisation; in test no card is charged */
  mode: 'live' | 'test' | (string & {})
  /** null until it is connected */
  payment_account_id: string | null
  /** onboarding: a link was given, and the account is not yet in order */
  status: 'not_connected' | 'onboarding' | 'connected' | (string & {})
  /** whether a checkout can be paid online as things stand */
  accepts_payments: boolean
  operator_fee: PaymentAccountOperatorFee | null
}

export type PaymentAccountOnboarding = {
  /** where to send the person who acts for the organisation, once and soon */
  url: string
  expires_at: number | null
}

/** what the operator of the service takes, and alone sets; null: nothing */
export type PaymentAccountOperatorFee = {
  /** of each payment that is made online */
  percentage: number
  /** on top of that, major unit of the organisation’s currency */
  fixed: number
  /** ISO 4217 */
  currency: string
}

export type PaymentDomain = {
  host: string
  /** waiting: the provider is asked within minutes. failed: it is asked again at next_attempt */
  status: 'waiting' | 'registered' | 'failed' | (string & {})
  /** that a shop at this host can show */
  ready_wallets: ('apple_pay' | 'google_pay' | 'link' | (string & {}))[]
  /** what the provider says of it, in its own words */
  problem: string | null
  /** Unix seconds */
  checked: number | null
  /** Unix seconds */
  next_attempt: number
}

export type PaymentDomainList = {
  /** the kind of the items */
  object: 'payment_domains' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: PaymentDomain[]
}

export type PaymentLink = {
  /** the basket’s id, for a shop of your own */
  id: string
  /** for the fan’s phone, as a QR code: the basket in the shop. What is behind the # is sent nowhere */
  url: string
  status: 'open' | 'paying' | 'paid' | 'expired' | 'cancelled' | (string & {})
  /** what the fan pays now, major unit of the currency */
  amount: number
  currency: string | null
  /** Unix seconds; the places are free then */
  expires_at: number
  /** once the buyer pays */
  order_id: number | null
}

/** offered is what is in the account and switched on */
export type PaymentMethods = {
  payment_methods: PaymentMethodsPaymentMethod[]
}

export type PaymentMethodsPaymentMethod = {
  /** by the name that Stripe gives it */
  payment_method: 'card' | 'apple_pay' | 'google_pay' | 'link' | 'sepa_debit' | 'bacs_debit' | 'au_becs_debit' | 'ideal' | 'bancontact' | 'eps' | 'p24' | 'klarna' | 'paypal' | 'mobilepay' | 'twint' | 'swish' | 'revolut_pay' | (string & {})
  /** sends the buyer to another page: a checkout needs a return_url */
  redirects: boolean
  /** a direct debit: a checkout needs the mandate_version that the buyer has agreed to */
  needs_mandate: boolean
  /** that it takes; null: all */
  currencies: string[] | null
  /** of a single payment, where there are some */
  limits: PaymentMethodsPaymentMethodLimit[]
  /** it is taken until so many days before an event starts, since its money can take as long; 0: always */
  days_before_event: number
  /** by the organisation */
  switched_on: boolean
  /** a shop offers it above the form: it brings the buyer’s name and address along */
  is_express: boolean
  /** the account at the payment provider has it */
  in_account: boolean
  /** for which places are kept while the buyer is at their bank */
  minutes_at_bank: number
  /** for which places are kept at most while the money is on its way */
  days_on_the_way: number
}

export type PaymentMethodsPaymentMethodLimit = {
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  amount_min: number | null
  amount_max: number | null
}

export type PaymentReturn = {
  /** paid: the order is confirmed. pending: the bank has taken it, and the money is on its way. requires_action: the buyer has not finished. declined: it came to nothing, and the basket, or the debt, is open again. expired: the places were given up. refunded: it was paid too late, and goes back */
  status: 'paid' | 'pending' | 'requires_action' | 'declined' | 'expired' | 'refunded' | (string & {})
  order_id: number
  /** of what its link was to pay; null of a basket’s payment */
  debt_id: number | null
  /** major unit of the currency */
  total: number
  currency: string
  /** cancelled: the buyer gave up */
  decline_code: string | null
  /** where a buyer who has not finished goes on */
  redirect_url: string | null
  /** Unix seconds; so long the places are kept, or an unfinished payment can be finished */
  held_until: number | null
}

export type PaymentReversal = {
  payment_reversal_id: number
  payment_id: number
  /** what is owed because of it */
  debt_id: number
  order_id: number | null
  kind: 'returned' | 'dispute_opened' | 'dispute_won' | 'provider_refund' | 'mistake' | (string & {})
  /** major unit of the currency; below zero: a dispute that was won */
  amount: number
  /** ISO 4217 */
  currency: string
  /** of the dispute or the refund, at the provider */
  reference: string | null
  reason: string | null
  /** Unix seconds */
  created: number
}

export type PaymentReversedMessage = {
  type: 'payment.reversed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: PaymentReversedMessageData
}

export type PaymentReversedMessageData = {
  payment_reversal: PaymentReversal
}

export type Payout = {
  payout_id: number
  provider: 'stripe' | 'test' | (string & {})
  /** by which the provider knows it */
  reference: string
  /** paid: the bank has it, which it may still send back (failed) */
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'cancelled' | (string & {})
  /** major unit of the currency; below zero it was taken from the bank account */
  amount: number
  currency: string
  /** by the provider’s schedule */
  automatic: boolean
  /** Unix seconds */
  issued: number
  /** the day that the provider expects it at the bank, as in 2026-03-01 */
  arrives_on: string
  /** what the bank is to write beside it */
  statement_text: string | null
  failure_code: string | null
  /** waiting: the provider has not said yet what is in it. reading: not all of it is here. unlisted: of one that staff asked for at the provider, it never says */
  reading: 'waiting' | 'reading' | 'read' | 'unlisted' | (string & {})
  /** read so far */
  movements: number
  /** of the movements that were read */
  fees: number
  /** what the books have for its movements, less fees; of one that is not read, of those that are */
  expected: number
  /** by which it is more than expected */
  difference: number
  /** movements that the books do not have, or have otherwise */
  unmatched: number
  /** the line of an imported bank statement that it is */
  bank_line_id: number | null
  /** paid, and not in imported statements that go on for 5 days after it was expected */
  missing_at_bank: boolean
}

export type PayoutList = {
  /** the kind of the items */
  object: 'payouts' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Payout[]
}

export type PayoutMovement = {
  payout_movement_id: number
  /** by which the provider knows it */
  reference: string
  kind: 'payment' | 'payment_returned' | 'refund' | 'refund_returned' | 'dispute' | 'dispute_won' | 'fee' | 'payout_returned' | 'reserve' | 'other' | (string & {})
  /** the provider’s own word */
  provider_kind: string
  /** the payment, refund or dispute, by the provider’s name */
  source_reference: string | null
  /** Unix seconds */
  moved: number
  /** before fees; below zero it went */
  amount: number
  fee: number
  net: number
  currency: string
  /** the books have it, by the same amount */
  matched: boolean
  /** by which it is more than the books have */
  difference: number
  /** what the books have in another currency */
  books_amount: number | null
  books_currency: string | null
  /** whose money it is */
  order_id: number | null
}

export type PayoutMovementList = {
  /** the kind of the items */
  object: 'payout_movements' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: PayoutMovement[]
}

export type PayoutPart = {
  kind: 'payment' | 'payment_returned' | 'refund' | 'refund_returned' | 'dispute' | 'dispute_won' | 'fee' | 'payout_returned' | 'reserve' | 'other' | (string & {})
  movements: number
  /** before fees; below zero it went */
  amount: number
  fees: number
  net: number
  /** by which it is more than the books have */
  difference: number
}

export type PayoutWithParts = Payout & {
  /** its movements, by what they are */
  parts: PayoutPart[]
}

export type PeppolAccessPoint = {
  /** participant id of the organisation, such as 0192:991825827 */
  peppol_id: string | null
  /** null: none are handed over; simulated: nothing leaves the service, in sandboxes only; http: an access point at `url` */
  access: 'simulated' | 'http' | null | (string & {}) | null
  /** where documents are handed over */
  url: string | null
  has_token: boolean
  /** whom buyers ask about an invoice; Germans have to be told */
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
}

export type PeppolAccessPointRemoved = {
  status: 'removed' | (string & {})
}

export type PeppolAccessPointTest = {
  /** it answers, and takes the token */
  is_ready: boolean
  /** what is wrong */
  problem: string | null
}

export type PictureSize = {
  url: string
  /** in points */
  width: number
  height: number
}

export type PingMessage = {
  type: 'ping'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: PingMessageData
}

export type PingMessageData = {
  webhook_endpoint_id: number
}

export type PlanCard = {
  /** debit: a bank account, by a mandate */
  kind: 'card' | 'debit' | (string & {})
  /** of the card or the account; null where there is none, or its number is not known */
  last4: string | null
  /** YYYY-MM-DD, the last day on which it can be charged */
  expires_on: string | null
  /** refused: the bank will not hear of it again; missing: none was left, or it was given up */
  state: 'active' | 'refused' | 'missing' | (string & {})
}

export type PlanCharge = {
  debt_id: number
  instalment_number: number
  /** YYYY-MM-DD, by the calendar of the organisation */
  due_on: string
  /** major unit of the currency */
  amount: number
  /** what is left of the amount */
  open: number
}

export type PlannedInstalment = {
  number: number
  /** YYYY-MM-DD, by the calendar of the organisation */
  due_on: string
  /** major unit of the currency */
  amount: number
}

export type PreviewCollectionLadder = {
  /** at which hour of the organisation’s day instalments are charged */
  collection_hour: number
  /** so many days after its own an instalment is charged again that an account had no money for; what a bank will never pay, or wants the fan for, is not */
  retry_days: number[]
  /** so many days after its first failure a member is let in and the steward told, and has member prices; null: never */
  soft_overdue_days: number | null
  /** so many days after its first failure a member is refused at the gates and has no member prices; null: from its own day on */
  hard_overdue_days: number | null
  /** so many days after its first failure the member’s seat is for sale, at each match from three days before it on; null: never */
  seat_free_days?: number | null | undefined
  /** so many days after its first failure the membership ends, and what is owed stays owed; null: never */
  end_days?: number | null | undefined
}

export type PreviewSale = {
  /** tickets of one event, and memberships; all of them are had, or none */
  items: PreviewSaleItem[]
  discount_code?: string | null | undefined
}

export type PreviewSaleItem = {
  price_id?: string | number | undefined
  /** units of the price; 1 unless best_available is a number */
  quantity?: number | undefined
  /** one for each ticket */
  seat_ids?: number[] | undefined
  /** instead of seat_ids: how many units, or true for as many as quantity says. Neighbours in one row, of the first section (by its order) and the foremost row that have them, as near as possible to the middle of the row; false by default */
  best_available?: boolean | number | undefined
  /** with best_available: the section to choose in */
  seat_section_id?: number | undefined
  /** instead of price_id: a membership of this type */
  membership_type_id?: number | undefined
  /** by which plan it is paid; without one it is paid at once */
  membership_payment_option_id?: number | undefined
  member?: PreviewSaleItemMember | undefined
  /** instead of member: whose membership goes on, under the same number, in the next term. With a publishable key the basket has to be proven to be this member’s */
  membership_member_id?: number | undefined
  /** with membership_member_id: another type from now on, for the difference of both prices */
  upgrade?: boolean | undefined
  /** of an upgrade: the difference is paid on the days of the instalments that are open */
  over_open_instalments?: boolean | undefined
  /** of a membership of a season: the seat, in every event of the season */
  seat_id?: number | undefined
  /** renew it by itself, where its type offers that */
  auto_renew?: boolean | undefined
}

export type PreviewSaleItemMember = {
  first_name: string
  last_name: string
  /** YYYY-MM-DD */
  date_of_birth?: string | null | undefined
  gender?: string | null | undefined
  company_name?: string | null | undefined
  address?: string | null | undefined
  address2?: string | null | undefined
  suburb?: string | null | undefined
  state?: string | null | undefined
  postcode?: string | null | undefined
  /** ISO 3166-1 numeric, such as 36 for Australia */
  country_id?: number | null | undefined
  mobile_number?: string | null | undefined
  email_address?: string | null | undefined
}

export type PreviousScan = {
  gate_id: number
  gate: string
  /** Unix seconds */
  scanned_at: number
}

export type Price = {
  price_id: number
  price_category_id: number
  price_category_title: string
  title: string
  translations?: PriceTranslations | undefined
  /** of one unit, major unit of the currency; fee and tax come on top */
  price: number
  /** the part of the service fee that goes back to the organisation */
  rebate?: number | undefined
  /** of one unit */
  service_fee: number
  /** of one unit */
  service_tax: number
  /** on top of the price of one unit; 0 where the price includes it */
  tax: number
  /** of one unit: price, service fee, service tax and tax */
  total: number
  /** one unit is several tickets */
  group_ticket: boolean
  /** start of the sale; null: open */
  available_from_unix: number | null
  /** end of the sale; null: when the event is over */
  available_until_unix: number | null
  /** the same plus the offset of the event’s zone at that instant */
  local_available_from_unix: number | null
  /** the same plus the offset of the event’s zone at that instant */
  local_available_until_unix: number | null
  /** only proven members may buy; the first of membership_type_ids, null: everybody */
  membership_type_id: number | null
  membership_type_name: string | null
  /** members of any of these types may buy */
  membership_type_ids: number[]
  /** units that a member may buy in all orders; null: one for each of their memberships */
  max_per_member: number | null
  show_online: boolean
  show_boxoffice: boolean
  /** computed from the switch, the window, the end of the event and the places left */
  status: 'active' | 'scheduled' | 'sold_out' | 'ended' | 'inactive' | (string & {})
  /** tickets, and places, of one unit */
  tickets_included: number
  /** of numbered seats: a basket takes it with seat_ids, or with best_available */
  reserved_seating: boolean
  /** units that one order may have; null: no cap */
  max_per_order: number | null
  /** units that one customer may have in all orders together; null: no cap */
  max_per_customer: number | null
  /** 0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited */
  scanning_flag: number
  event_id: string
  /** ISO 4217; that of the event */
  currency: string
}

export type PriceCategory = {
  price_category_id: number
  event_id: string
  title: string
  /** printed on tickets without a seat */
  section_label: string | null
  translations?: PriceCategoryTranslations | undefined
  price_category_status: 'active' | 'inactive' | 'archived' | (string & {})
  order_by: number
  /** places in all */
  capacity: number
  /** places of tickets that are reserved or active */
  sold: number
  /** places in baskets now */
  held: number
  /** places of season seats, and of season members who count here without one */
  season: number
  /** capacity less sold, held and season */
  available: number
  /** gates that let it in; none: every gate of the venue */
  gate_ids: number[]
  /** sections whose seats are sold in it */
  seat_section_ids: number[]
}

export type PriceCategoryList = {
  /** the kind of the items */
  object: 'price_categories' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: PriceCategory[]
}

export type PriceCategoryStats = {
  price_category_id: number
  category_title: string
  sold: number
  /** tickets with an entry that was admitted and not annulled */
  attended: number
}

export type PriceCategoryStatsList = {
  event_id: string
  data: PriceCategoryStats[]
}

/** its texts in other languages than the usual one */
export type PriceCategoryTranslations = {
  en?: PriceCategoryTranslationsEn | undefined
  de?: PriceCategoryTranslationsDe | undefined
  es?: PriceCategoryTranslationsEs | undefined
  fr?: PriceCategoryTranslationsFr | undefined
  nl?: PriceCategoryTranslationsNl | undefined
  da?: PriceCategoryTranslationsDa | undefined
}

export type PriceCategoryTranslationsDa = {
  title?: string | undefined
  section_label?: string | undefined
}

export type PriceCategoryTranslationsDe = {
  title?: string | undefined
  section_label?: string | undefined
}

export type PriceCategoryTranslationsEn = {
  title?: string | undefined
  section_label?: string | undefined
}

export type PriceCategoryTranslationsEs = {
  title?: string | undefined
  section_label?: string | undefined
}

export type PriceCategoryTranslationsFr = {
  title?: string | undefined
  section_label?: string | undefined
}

export type PriceCategoryTranslationsNl = {
  title?: string | undefined
  section_label?: string | undefined
}

export type PriceFrom = {
  /** YYYY-MM-DD */
  from: string
  /** major unit */
  price: number
}

export type PriceList = {
  data: Price[]
}

export type PriceStats = {
  price_id: number
  price_title: string
  price_category_id: number
  category_title: string
  sold: number
  /** tickets with an entry that was admitted and not annulled */
  attended: number
}

export type PriceStatsList = {
  event_id: string
  data: PriceStats[]
}

/** its texts in other languages than the usual one */
export type PriceTranslations = {
  en?: PriceTranslationsEn | undefined
  de?: PriceTranslationsDe | undefined
  es?: PriceTranslationsEs | undefined
  fr?: PriceTranslationsFr | undefined
  nl?: PriceTranslationsNl | undefined
  da?: PriceTranslationsDa | undefined
}

export type PriceTranslationsDa = {
  title?: string | undefined
}

export type PriceTranslationsDe = {
  title?: string | undefined
}

export type PriceTranslationsEn = {
  title?: string | undefined
}

export type PriceTranslationsEs = {
  title?: string | undefined
}

export type PriceTranslationsFr = {
  title?: string | undefined
}

export type PriceTranslationsNl = {
  title?: string | undefined
}

export type Programme = {
  /** the kind of the items */
  object: 'programme' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  /** where something is on, whatever was searched for */
  venues: ProgrammeVenue[]
  data: ProgrammeEvent[]
}

export type ProgrammeEvent = {
  event_id: string
  title: string
  org_id: string
  organisation_name: string
  venue_id: string | null
  venue_name: string | null
  online_event: boolean
  /** the event’s name within an address */
  url_string: string
  /** where the organisation sells the tickets */
  buy_tickets_url: string | null
  /** ISO 4217 */
  currency: string
  currency_symbol: string
  /** publishable keys see it once it is live */
  public_event: boolean
  reserved_seating: boolean
  /** tickets that one customer may have in all orders together; null: no cap */
  max_per_customer: number | null
  /** whether a checkout takes a name for each ticket; without one a ticket bears the buyer’s */
  holder_names: 'none' | 'optional' | 'required' | (string & {})
  /** tickets enter by the code of the moment only */
  rotating_barcodes: boolean
  /** what a checkout asks, in this order */
  questions: EventQuestion[]
  /** no price that is on offer, now or later, has places left */
  sold_out: boolean
  /** in the event’s time zone: Saturday 14 March 2026, 7:30 PM */
  formatted_full_event_start_date: string
  /** in the event’s time zone: Saturday */
  formatted_event_start_date_day: string
  /** in the event’s time zone: 7:30 PM */
  formatted_event_start_date_time: string
  /** in the event’s time zone: March */
  formatted_event_start_date_month: string
  /** in the event’s time zone: 14 */
  formatted_event_start_date_date: string
  /** in the event’s time zone: 2026 */
  formatted_event_start_date_year: string
  /** ISO 8601 with Z */
  utc_event_start_date: string
  /** IANA name */
  timezone: string
  /** 0 draft, 1 live, 2 archived, 3 cancelled */
  event_status_id: '0' | '1' | '2' | '3' | (string & {})
  banner_image: string | null
  /** plain text, with line breaks */
  description: string | null
  translations?: ProgrammeEventTranslations | undefined
  /** addresses, the most important first */
  images: string[]
  /** map of the season seats that are let in */
  membership_seat_map_id: number | null
  /** map of the seats that are sold */
  seat_map_id: number | null
  /** seasons that it belongs to */
  season_ids: number[]
  /** Unix seconds */
  doors_open_unix: number | null
  /** Unix seconds */
  event_start_unix: number
  /** Unix seconds */
  event_end_unix: number | null
  /** in the answer to publish alone: what would keep it from being sold */
  warnings?: EventWarning[] | undefined
  offer: EventOffer
}

/** its texts in other languages than the usual one */
export type ProgrammeEventTranslations = {
  en?: ProgrammeEventTranslationsEn | undefined
  de?: ProgrammeEventTranslationsDe | undefined
  es?: ProgrammeEventTranslationsEs | undefined
  fr?: ProgrammeEventTranslationsFr | undefined
  nl?: ProgrammeEventTranslationsNl | undefined
  da?: ProgrammeEventTranslationsDa | undefined
}

export type ProgrammeEventTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
}

export type ProgrammeEventTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
}

export type ProgrammeEventTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
}

export type ProgrammeEventTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
}

export type ProgrammeEventTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
}

export type ProgrammeEventTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
}

export type ProgrammeVenue = {
  venue_id: string
  name: string
}

/** the nearest free seat of the section with the same name; null: that has none */
export type ProposedSeat = {
  seat_id: number
  seat_section: string
  sub_section_title: string | null
  seat_row: string | null
  seat_title: string
}

export type ProveIdentity = {
  password?: string | undefined
  /** of the authenticator app, for people who have one: alone, or with the password */
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

export type ProveMember = {
  /** six digits from the mail, as text */
  code?: string | undefined
  /** from a link that staff made */
  link_token?: string | undefined
  /** on the word of your own login: with a secret key that has the scope members:read */
  membership_member_id?: number | undefined
}

export type Question = EventQuestion & {
  translations?: QuestionTranslations | undefined
  event_id: string
  /** stewards see the answer */
  show_at_gate: boolean
  order_by: number
  question_status: 'active' | 'archived' | (string & {})
}

export type QuestionList = {
  /** the kind of the items */
  object: 'questions' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Question[]
}

/** its texts in other languages than the usual one */
export type QuestionTranslations = {
  en?: QuestionTranslationsEn | undefined
  de?: QuestionTranslationsDe | undefined
  es?: QuestionTranslationsEs | undefined
  fr?: QuestionTranslationsFr | undefined
  nl?: QuestionTranslationsNl | undefined
  da?: QuestionTranslationsDa | undefined
}

export type QuestionTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
  choices?: string[] | undefined
}

export type QuestionTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
  choices?: string[] | undefined
}

export type QuestionTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
  choices?: string[] | undefined
}

export type QuestionTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
  choices?: string[] | undefined
}

export type QuestionTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
  choices?: string[] | undefined
}

export type QuestionTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
  choices?: string[] | undefined
}

export type ReaderPayment = {
  order_id: number
  reader_id: string
  /** waiting: for the card. unknown: the provider has not said, and is asked until it does. declined: the places are held; send it again, or cancel */
  status: 'sending' | 'waiting' | 'unknown' | 'declined' | 'paid' | 'cancelled' | 'expired' | (string & {})
  /** why it was declined last, such as insufficient_funds, reader_offline, reader_busy */
  decline_code: string | null
  /** major unit of the currency */
  amount: number
  currency: string
  /** Unix seconds; when the places of a declined one are free */
  expires_at: number | null
}

export type Reconciliation = {
  /** partial: go on with unix_start as unix_end. unknown: the provider did not say. none: it keeps no list */
  comparison: 'complete' | 'partial' | 'unknown' | 'none' | (string & {})
  provider: string | null
  /** compared from here on */
  unix_start: number
  unix_end: number
  /** the same here and there */
  matched: number
  /** there, and not made by this service */
  others: number
  differences: BookDifference[]
}

export type RecordPaymentDebt = {
  /** major unit of the currency; without it, all that is open */
  amount?: number | undefined
  payment_method: 'cash' | 'transfer' | 'card' | 'cheque' | 'other'
  /** of the transfer, the receipt or the cheque */
  reference?: string | null | undefined
  /** your open till, which the cash goes into */
  till_id?: number | null | undefined
  /** further debts that the same money pays, of this order or of others */
  also?: RecordPaymentDebtAlso[] | undefined
}

export type RecordPaymentDebtAlso = {
  debt_id: number
  /** without it, all that is open */
  amount?: number | undefined
}

export type RecordTransferOrder = {
  /** such as the line of the statement; for the audit log */
  note?: string | null | undefined
}

export type RecoveryCodes = {
  /** each works once; shown this once */
  recovery_codes: string[]
}

export type Refund = {
  refund_id: number
  /** null when the payment was not for an order */
  order_id: number | null
  /** what is given back */
  payment_id: number
  /** pending until the payment provider has said, or until the debt is paid out; failed: the money stayed, and can be refunded anew */
  refund_status: 'pending' | 'succeeded' | 'failed' | (string & {})
  /** cash and transfers: the debt of the organisation that carries it out, once it is paid */
  debt_id: number | null
  /** of the payment; major unit of the currency */
  amount: number
  /** paid by credit, and credited again with it, whatever becomes of the refund */
  credited_amount: number
  /** ISO 4217 */
  currency: string
  reason: string | null
  /** the provider’s word for why it failed */
  failure_code: string | null
  /** tickets that were given back with it */
  ticket_ids: number[]
  /** Unix seconds */
  created: number
  /** Unix seconds */
  updated_at: number
}

export type RefundList = {
  /** the kind of the items */
  object: 'refunds' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: Refund[]
}

export type RefundOrder = {
  /** major unit of the currency. Alone: so much back, and the tickets stay valid, unless it is all that is left */
  amount?: number | undefined
  /** tickets that are given back. Without amount: for what was paid for them, fees and tax included */
  ticket_ids?: number[] | undefined
  /** true: no ticket is taken back, also where all that is left goes back; not with ticket_ids */
  keep_tickets?: boolean | undefined
  reason?: string | null | undefined
  /** the buyer’s request that this answers, in whole or in part: it is accepted with the refund */
  refund_request_id?: number | undefined
  /** your open till: the cash goes back over the counter */
  till_id?: number | null | undefined
}

export type RefundRequest = {
  refund_request_id: number
  order_id: number
  ticket_ids: number[]
  /** what the buyer says */
  reason: string | null
  refund_request_status: 'open' | 'accepted' | 'declined' | (string & {})
  /** what staff answer */
  note: string | null
  /** Unix seconds */
  created: number
  /** Unix seconds */
  settled_unix: number | null
}

export type RefundRun = {
  event_id: number
  /** finished once every order is done with and no refund waits for the provider */
  refund_run_status: 'running' | 'finished' | (string & {})
  reason: string | null
  orders: RefundRunOrders
  /** by the run, as far as the provider has said so; major unit of the currency */
  refunded_amount: number
  /** ISO 4217 */
  currency: string
  /** Unix seconds */
  created: number
  /** Unix seconds */
  finished_at: number | null
}

export type RefundRunOrder = {
  order_id: number
  outcome: 'pending' | 'owed' | 'refunded' | 'nothing_paid' | 'nothing_left' | 'failed' | (string & {})
  /** the newest; retry it where it has failed */
  refund_id: number | null
  /** the provider’s word for why it failed */
  failure_code: string | null
  /** of the buyer, or else their address */
  name: string | null
  /** of the refund; major unit of the currency */
  amount: number | null
  /** ISO 4217 */
  currency: string
  /** how the money of the refund goes back */
  way: 'provider' | 'cash' | 'transfer' | null | (string & {}) | null
  /** cash and transfers: the debt that is to be paid out */
  debt_id: number | null
}

export type RefundRunOrderList = {
  /** the kind of the items */
  object: 'refund_run_orders' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: RefundRunOrder[]
}

export type RefundRunOrders = {
  /** confirmed orders that come next, and orders that are still being paid */
  waiting: number
  /** refunds that wait for the provider’s word */
  pending: number
  /** refunds in cash or by transfer that the organisation has still to pay out */
  owed: number
  refunded: number
  /** complimentary, or an unpaid invoice: only the tickets were taken back */
  nothing_paid: number
  /** the money had gone back before: only the tickets were taken back */
  nothing_left: number
  /** retry each refund, or refund the order by hand */
  failed: number
}

export type RefusedRow = {
  /** its place in `scans` of the upload, from 0 */
  index: number
  /** null where the nonce itself is refused */
  nonce: string | null
  /** of the error */
  code: string
  param: string
  message: string
}

export type ReimportSeatMap = {
  title: string
  venue_id?: string | number | null | undefined
  /** aisle, level and gate hold for everything inside, unless that has its own */
  sections: ReimportSeatMapSection[]
}

export type ReimportSeatMapSection = {
  title: string
  sub_section_title?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** as listed unless you say */
  order_by?: number | undefined
  layout?: ReimportSeatMapSectionLayout | null | undefined
  rows: ReimportSeatMapSectionRow[]
}

/** null: computed */
export type ReimportSeatMapSectionLayout = {
  /** middle of the front row, in widths of a seat */
  x: number
  /** downwards */
  y: number
  /** degrees, clockwise; 0: rows go back downwards */
  rotation: number
  /** radius of the front row; 0: straight */
  curve: number
  /** from row to row */
  row_pitch: number
  /** from seat to seat */
  seat_pitch: number
}

export type ReimportSeatMapSectionRow = {
  title?: string | null | undefined
  aisle?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** one after the row before unless you say */
  position?: number | undefined
  seats: ReimportSeatMapSectionRowSeat[]
}

export type ReimportSeatMapSectionRowSeat = {
  title: string
  aisle?: string | null | undefined
  level?: string | null | undefined
  gate?: string | null | undefined
  /** one after the seat before unless you say */
  position?: number | undefined
  /** for a wheelchair, beside one, with a restricted view, at an aisle */
  flags?: ('accessible' | 'companion' | 'restricted_view' | 'aisle')[] | undefined
}

export type RemoveTag = {
  object_type: 'orders' | 'customers' | 'members'
  /** order_id, user_id or membership_member_id */
  object_id: number
  /** a word that staff find objects by */
  tag: string
}

export type RemovedShopDomain = {
  shop_domain_id: number
  deleted: boolean
}

export type RenameHolder = {
  /** the holder */
  ticket_name: string
}

export type RenamePasskey = {
  name: string
}

export type RenewMember = {
  /** the new end; later than now and than the present one */
  expires: number
}

export type RenewableMembership = MemberCard & {
  renewals: Renewal[]
}

export type RenewableMembershipList = {
  /** the kind of the items */
  object: 'renewable_memberships' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: RenewableMembership[]
}

export type Renewal = {
  /** one of those on sale */
  membership_type_id: number
  /** the member’s seat comes along, where it is still free; otherwise one can be asked for */
  keeps_seat: boolean
}

export type RenewalAnnouncedMessage = {
  type: 'renewal.announced'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: RenewalAnnouncedMessageData
}

export type RenewalAnnouncedMessageData = {
  renewal: MembershipRenewal
}

export type RenewalFailedMessage = {
  type: 'renewal.failed'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: RenewalFailedMessageData
}

export type RenewalFailedMessageData = {
  renewal: MembershipRenewal
}

export type RenewalStoppedMessage = {
  type: 'renewal.stopped'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: RenewalStoppedMessageData
}

export type RenewalStoppedMessageData = {
  renewal: MembershipRenewal
}

export type ReplaceAccountingSettings = {
  /** each account and rate once */
  accounts: ReplaceAccountingSettingsAccount[]
  datev: ReplaceAccountingSettingsDatev | null
}

export type ReplaceAccountingSettingsAccount = {
  /** as the books call it */
  account: 'cash' | 'bank' | 'card_terminal_clearing' | 'stripe_clearing' | 'test_clearing' | 'instalments_received' | 'other_receipts' | 'receivables' | 'refunds_payable' | 'surplus_payable' | 'customer_credit' | 'tax_payable' | 'provider_differences' | 'ticket_sales' | 'membership_sales' | 'service_fees' | 'service_tax' | 'transaction_fees' | 'rebates' | 'expired_credit' | 'refunds' | 'written_off' | 'provider_fees' | 'cash_difference' | 'cash_rounding' | 'goodwill'
  /** of this rate only; null: of every rate that has no code */
  tax_percentage: number | null
  /** in the accountant’s chart of accounts */
  code: string
  /** DATEV’s BU-Schlüssel for bookings on it: 40 where the account reckons tax by itself, which the books have done */
  tax_key: string | null
}

export type ReplaceAccountingSettingsDatev = {
  /** Beraternummer */
  consultant_number: number
  /** Mandantennummer */
  client_number: number
  /** Sachkontenlänge */
  account_length: number
  /** with which the year of the books begins */
  fiscal_year_month: number
}

export type ReplaceCollectionLadder = {
  /** at which hour of the organisation’s day instalments are charged */
  collection_hour: number
  /** so many days after its own an instalment is charged again that an account had no money for; what a bank will never pay, or wants the fan for, is not */
  retry_days: number[]
  /** so many days after its first failure a member is let in and the steward told, and has member prices; null: never */
  soft_overdue_days: number | null
  /** so many days after its first failure a member is refused at the gates and has no member prices; null: from its own day on */
  hard_overdue_days: number | null
  /** so many days after its first failure the member’s seat is for sale, at each match from three days before it on; null: never */
  seat_free_days?: number | null | undefined
  /** so many days after its first failure the membership ends, and what is owed stays owed; null: never */
  end_days?: number | null | undefined
}

export type ReplaceDocumentSettings = {
  /** what is sold gets documents, from when it is switched on */
  issuing: boolean
  /** as the register has it */
  issuer_name: string
  /** street and number, and what else an envelope needs */
  address_lines: string[]
  postcode: string | null
  city: string | null
  /** ISO 3166-1 alpha-2, such as AU */
  country: string
  /** with its country’s letters; its form is checked */
  vat_id: string | null
  /** of the tax office */
  tax_number: string | null
  /** of the register of companies or associations */
  register_number: string | null
  /** after the sale, in which buyers say for whom the document is; it is issued then */
  recipient_hours: number
  /** why what bears no rate of tax has none, as documents say it */
  untaxed_reason: string | null
  /** at the foot of every document */
  footer: string | null
}

export type ReplaceFiscalSettings = {
  /** tse, rksv or nf525; null: nothing is signed */
  kind: string | null
  /** the simulated device does not answer */
  simulated_outage?: boolean | undefined
}

export type ReplayWebhookEndpoint = {
  /** messages after this moment */
  since: number
  /** and before this one; default: now */
  until?: number | undefined
  /** and after this message: last_sequence of the call before, to go on from there */
  after_sequence?: number | undefined
}

export type ReportPassage = {
  /** `not_passed` takes the scan back */
  passage: 'passed' | 'not_passed'
  /** how many people followed without a scan of their own */
  followers?: number | undefined
}

export type RequestMemberCode = {
  email: string
}

export type RequestPasswordReset = {
  email_address: string
}

export type RequestRefund = {
  /** without it, all that the page shows and are active */
  ticket_ids?: number[] | undefined
  reason?: string | null | undefined
}

export type RequestSsoLink = {
  email_address: string
}

export type ResendOrder = {
  email_address?: string | undefined
  /** true: email_address becomes that of the order, and later mails about it go there; false by default */
  change_buyer?: boolean | undefined
}

export type ResentOrder = {
  order_id: number
  tickets_sent: number
  /** mails that they fill */
  mails: number
}

export type ResetPassword = {
  /** what stands behind the # of the link */
  token: string
  /** any characters; none of the passwords that are tried first */
  password: string
}

export type ResolveScanConflict = {
  /** went_out: one person went out in between; passed_on: both may be inside; wrong_person: look at the seat */
  outcome?: 'went_out' | 'passed_on' | 'wrong_person' | undefined
  /** in words; needed where no outcome says it */
  resolution?: string | undefined
  /** who looked into it; needed with a key, while a person signs with their own name */
  resolved_by?: string | undefined
}

export type RetryReaderPayment = {
  /** of a card reader: where the fan is asked for a card */
  reader_id: string
}

export type ReverseDebt = {
  /** returned: the money came and went again; mistake: it was recorded and never came */
  kind: 'returned' | 'mistake'
  /** of the payment to take back; without it, the last */
  settlement_id?: number | undefined
  reason: string
}

export type RevokeDevice = {
  /** or stolen: nothing that it has is taken any more, not even what it could not upload */
  lost?: boolean | undefined
}

export type RollApiKey = {
  /** how long the old key goes on working; 86400 by default */
  overlap_seconds?: number | undefined
}

export type RollWebhookSecret = {
  /** how long the old secret goes on signing beside the new one; 86400 by default */
  overlap_seconds?: number | undefined
}

export type RowEnds = {
  row: number
  from: number
  to: number
}

export type Run = {
  run_id: number
  object_type: 'orders' | 'customers' | 'members' | 'instalments' | (string & {})
  action: string
  /** collecting: what the filters leave is written down first, and nothing is done yet; ready: it is, and the run is to be started */
  run_status: 'collecting' | 'ready' | 'running' | 'stopped' | 'finished' | (string & {})
  /** all that filters left, and not objects that were named one by one */
  is_filtered: boolean
  /** of the mail */
  subject: string | null
  /** of the mail */
  text: string | null
  is_news: boolean
  tag: string | null
  membership_type_id: number | null
  /** YYYY-MM-DD, the day that instalments move to */
  due_on: string | null
  reason: string | null
  /** the member of staff; null: an API key */
  started_by: string | null
  items: RunItems
  /** of one run that is ready, when it is retrieved: what would go back, be charged or be written off */
  amounts: RunAmount[]
  /** Unix seconds */
  created: number
  /** Unix seconds */
  finished_at: number | null
}

export type RunAmount = {
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  amount: number
}

export type RunItem = {
  /** order_id, user_id, membership_member_id or instalment_id */
  object_id: number
  /** of the person */
  name: string | null
  outcome: 'waiting' | 'done' | 'skipped' | 'failed' | (string & {})
  /** why it was skipped, or the error that it failed with */
  reason: string | null
  /** the same in words, where only they say it */
  message: string | null
}

export type RunItemList = {
  /** the kind of the items */
  object: 'run_items' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: RunItem[]
}

export type RunItems = {
  waiting: number
  done: number
  /** there was nothing to do, or it must not be done */
  skipped: number
  failed: number
}

export type RunList = {
  /** the kind of the items */
  object: 'runs' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Run[]
}

export type RunMail = {
  subject: string
  /** plain text; an empty line begins a paragraph */
  text: string
  /** true: news or an offer, for those alone who have agreed to it; false: about what they have bought; false by default */
  is_news?: boolean | undefined
}

export type SaleLink = {
  membership_member_id: number
  /** put it into a link to your shop, which sends it on to the basket */
  link_token: string
  /** Unix seconds */
  expires_at: number
}

export type SalePreview = {
  /** ISO 4217; that of the event, or of the memberships */
  currency: string | null
  /** tickets */
  items: BasketItem[]
  memberships: BasketMembership[]
  /** prices, before discount and fees */
  subtotal: number
  /** taken off the prices */
  discount_amount: number
  /** of all items */
  service_fee: number
  /** of all items */
  service_tax: number
  /** for the order as a whole */
  transaction_fee: number
  /** on top of prices and of the transaction fee; 0 where they include it */
  tax: number
  /** what it costs */
  total: number
  /** what the fan pays with the checkout: the total, less what a plan leaves for later */
  due_now: number
  /** what is charged on which day, for all that it has: the first with the checkout, the others by the plans of its memberships. Their sum is the total. None where all of it is paid at once */
  charges: Charge[]
}

export type SalesBucket = {
  /** Unix seconds */
  start: number
  /** the local day: 2026-03-14 */
  date: string
  /** of the local day, 0 to 23; null by the day */
  hour: number | null
  /** days from this one to the day of the event; negative after it */
  days_before: number | null
  /** sales channel, or id of the category, price or event */
  group: string | null
  /** of the category, price or event */
  group_title: string | null
  /** orders with an active ticket; null by category and price */
  orders: number | null
  /** active tickets */
  tickets: number
  /** as in the sales summary */
  net_sales: number
  /** as in the sales summary */
  gross_sales: number
  /** ISO 4217 */
  currency: string
}

export type SalesSummaryRow = {
  /** title of the price category */
  ticket_price_category: string
  /** title of the price */
  ticket_price: string
  /** active tickets */
  tickets: number
  /** orders that have such a ticket */
  orders: number
  /** gross less service fee and service tax, plus rebate */
  net_sales: number
  /** price less discount, plus service fee and service tax */
  gross_sales: number
}

export type SalesSummaryRowList = {
  data: SalesSummaryRow[]
  /** always false: the whole summary is one answer */
  has_more: boolean
}

export type SampleClock = {
  /** Unix seconds on the device’s clock */
  device_time: number
  /** with the next eight a report; without it they are ignored */
  program_version?: string | undefined
  /** who holds it */
  steward?: string | undefined
  battery_percent?: number | undefined
  /** not uploaded */
  scans_waiting?: number | undefined
  /** uploaded, and refused one by one */
  scans_aside?: number | undefined
  /** for how long the queue has not become shorter */
  waiting_seconds?: number | undefined
  /** `as_of` of the manifest that it decides by */
  list_as_of?: number | undefined
  /** how full its disk is */
  storage_percent?: number | undefined
  /** where it scans; one that is not the organisation’s counts as none */
  gate_id?: number | undefined
  /** whose message to stewards is wanted */
  event_id?: string | number | undefined
}

export type SavedPrice = {
  title: string
  translations?: SavedPriceTranslations | undefined
  /** of one unit, major unit of the currency; fee and tax come on top */
  price: number
  /** the part of the service fee that goes back to the organisation */
  rebate: number
  /** of one unit */
  service_fee: number
  /** of one unit */
  service_tax: number
  /** of one unit, with service fee and service tax; what a rate puts on top depends on the day of the event */
  total: number
  /** what it is taxed at */
  tax_rate_id: number | null
  /** one unit is several tickets */
  group_ticket: boolean
  /** tickets, and places, of one unit */
  tickets_included: number
  /** start of the sale, from the start of the event, negative before it; null: open */
  available_from_seconds: number | null
  /** end of the sale, likewise; null: when the event is over */
  available_until_seconds: number | null
  /** members of any of these types may buy; none: everybody */
  membership_type_ids: number[]
  /** units that one order may have; null: no cap */
  max_per_order: number | null
  /** units that one customer may have in all orders together; null: no cap */
  max_per_customer: number | null
  /** units that a member may buy in all orders; null: one for each of their memberships */
  max_per_member: number | null
  /** most places of the category; null: all of them */
  limit_places: number | null
  show_online: boolean
  show_boxoffice: boolean
  /** 0 never scanned, 1 single entry, 2 re-entry after an exit, 3 unlimited */
  scanning_flag: number
  /** child or concession: gates say it loudly */
  concession: string | null
  /** what a steward looks at */
  gate_check: string | null
  price_status: 'active' | 'inactive' | (string & {})
  order_by: number
}

export type SavedPriceCategory = {
  title: string
  translations?: SavedPriceCategoryTranslations | undefined
  /** printed on tickets without a seat */
  section_label: string | null
  /** places in all */
  capacity: number
  price_category_status: 'active' | 'inactive' | (string & {})
  order_by: number
  /** gates that let it in; none: every gate of the venue */
  gate_ids: number[]
  /** sections whose seats are sold in it */
  seat_section_ids: number[]
  prices: SavedPrice[]
}

/** its texts in other languages than the usual one */
export type SavedPriceCategoryTranslations = {
  en?: SavedPriceCategoryTranslationsEn | undefined
  de?: SavedPriceCategoryTranslationsDe | undefined
  es?: SavedPriceCategoryTranslationsEs | undefined
  fr?: SavedPriceCategoryTranslationsFr | undefined
  nl?: SavedPriceCategoryTranslationsNl | undefined
  da?: SavedPriceCategoryTranslationsDa | undefined
}

export type SavedPriceCategoryTranslationsDa = {
  title?: string | undefined
  section_label?: string | undefined
}

export type SavedPriceCategoryTranslationsDe = {
  title?: string | undefined
  section_label?: string | undefined
}

export type SavedPriceCategoryTranslationsEn = {
  title?: string | undefined
  section_label?: string | undefined
}

export type SavedPriceCategoryTranslationsEs = {
  title?: string | undefined
  section_label?: string | undefined
}

export type SavedPriceCategoryTranslationsFr = {
  title?: string | undefined
  section_label?: string | undefined
}

export type SavedPriceCategoryTranslationsNl = {
  title?: string | undefined
  section_label?: string | undefined
}

export type SavedPriceList = {
  price_list_id: number
  title: string
  /** ISO 4217; that of the events it is for */
  currency: string
  /** the map of its sections; null: it has none */
  seat_map_id: number | null
  /** the venue of its gates; null: it names none */
  venue_id: string | null
  status: 'active' | 'archived' | (string & {})
  categories: SavedPriceCategory[]
}

export type SavedPriceListList = {
  /** the kind of the items */
  object: 'price_lists' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: SavedPriceList[]
}

/** its texts in other languages than the usual one */
export type SavedPriceTranslations = {
  en?: SavedPriceTranslationsEn | undefined
  de?: SavedPriceTranslationsDe | undefined
  es?: SavedPriceTranslationsEs | undefined
  fr?: SavedPriceTranslationsFr | undefined
  nl?: SavedPriceTranslationsNl | undefined
  da?: SavedPriceTranslationsDa | undefined
}

export type SavedPriceTranslationsDa = {
  title?: string | undefined
}

export type SavedPriceTranslationsDe = {
  title?: string | undefined
}

export type SavedPriceTranslationsEn = {
  title?: string | undefined
}

export type SavedPriceTranslationsEs = {
  title?: string | undefined
}

export type SavedPriceTranslationsFr = {
  title?: string | undefined
}

export type SavedPriceTranslationsNl = {
  title?: string | undefined
}

export type Scan = {
  gate_id: number
  /** in the event’s time zone: 2026-03-14 */
  scan_date: string
  /** in the event’s time zone: 19:30:00 */
  scan_time: string
  /** name of the gate */
  gate: string
  result: 'admitted' | 'exit' | 'already_used' | 'unknown' | 'cancelled' | 'refunded' | 'unpaid' | 'blocked' | 'wrong_event' | 'wrong_gate' | 'not_yet_valid' | 'expired' | 'not_exited' | 'overdue' | 'stale_code' | 'annulled' | (string & {})
  /** holder of the ticket, or the member */
  ticket_name: string | null
  order_id: number | null
  ticket_id: number | null
  /** as it was read */
  barcode: string
  price_category_id: number | null
  /** of the ticket’s price category: active, inactive or archived */
  price_category_status: string | null
  /** of the member who was scanned */
  membership_category_id: number | null
  /** price category of the ticket, or membership category of the member */
  category_title: string | null
  /** price of the ticket, or membership type of the member */
  price_title: string | null
  /** of the customer behind the ticket or the membership */
  email_address: string | null
  /** Unix seconds plus the offset of the event’s zone */
  unix_local_timestamp: number
  scan_id: number
  /** which scanned, or took the scan back */
  device_id: number
  direction: 'entry' | 'exit' | (string & {})
  membership_member_id: number | null
  /** the scan that this one took back */
  annuls_scan_id: number | null
  /** made without a network and sent later */
  offline: boolean
  /** the barcode was not read: a steward found the holder */
  by_search: boolean
  /** Unix seconds */
  unix_timestamp: number
  /** sold tickets of the price category, with include_sales */
  tickets_sold?: number | null | undefined
}

export type ScanConflict = {
  scan_conflict_id: number
  event_id: string
  /** withdrawn: a scan that came later showed that there was none */
  status: 'open' | 'resolved' | 'withdrawn' | (string & {})
  ticket_id: number | null
  membership_member_id: number | null
  /** as the second gate read it */
  barcode: string
  holder: ConflictHolder
  /** or why the rules would have refused what a device admitted offline */
  reason: 'second_admission' | 'unpaid' | 'cancelled' | 'refunded' | 'blocked' | 'wrong_event' | 'wrong_gate' | (string & {})
  first: ConflictingScan | null
  second: ConflictingScan
  /** what came of it; null where it is open, or written out */
  outcome: 'went_out' | 'passed_on' | 'wrong_person' | null | (string & {}) | null
  /** the same in words, where somebody wrote some */
  resolution: string | null
  resolved_by: string | null
  resolved_at: number | null
  created_at: number
}

export type ScanConflictList = {
  /** the kind of the items */
  object: 'scan_conflicts' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: ScanConflict[]
}

export type ScanConflictMessage = {
  type: 'scan.conflict'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: ScanConflictMessageData
}

export type ScanConflictMessageData = {
  scan_conflict: ScanConflict
}

export type ScanList = {
  event_id: string
  /** scans that the filters match */
  total: number
  /** true when further items exist */
  has_more: boolean
  data: Scan[]
}

export type ScanPassage = {
  scan_id: number
  /** the first report counts */
  passage: 'passed' | 'not_passed' | (string & {})
  /** how many people followed without a scan of their own */
  followers: number
  /** the scan that took this one back */
  annulled_by_scan_id: number | null
}

export type SearchResult = {
  q: string
  customers: FoundCustomers
  members: FoundMembers
  orders: FoundOrders
  tickets: FoundTickets
  events: FoundEvents
}

export type Season = {
  season_id: number
  title: string
  /** where its seats are; null: it has none */
  seat_map_id: number | null
  /** YYYY-MM-DD, in the time zone of the organisation */
  first_day: string
  /** YYYY-MM-DD, included */
  last_day: string
  /** events that are made on its map and days join it */
  takes_new_events: boolean
  /** the season before, whose holders have their seats kept; null: none */
  follows_season_id: number | null
  /** until when their seats are kept */
  seats_kept_until_unix: number | null
  /** the price category in which members without a seat count; null: they count nowhere */
  category_title: string | null
  status: 'active' | 'archived' | (string & {})
  /** events in it */
  events: number
  /** of them, those that are not over, cancelled or archived */
  events_to_come: number
  /** seats that members have */
  seats_sold: number
  /** seats in baskets now */
  seats_held: number
  /** seats that are kept for holders of the season that it follows */
  seats_kept: number
  /** holders of the season that it follows whose seat it does not have */
  seats_lost: number
  /** members of its types who have no seat, cancelled ones aside */
  members_without_seat: number
  /** members whose type does not let them in by card: no gate admits them */
  members_not_admitted: number
}

export type SeasonDay = {
  /** YYYY-MM-DD, in the organisation’s zone */
  day: string
  /** sold on that day; an upgrade is none */
  memberships: number
  /** what was sold on that day, upgrades included */
  agreed: number
}

export type SeasonEvent = {
  event_id: string
  title: string
  /** Unix seconds */
  event_start_unix: number
  /** 0 draft, 1 live, 2 archived, 3 cancelled */
  event_status_id: '0' | '1' | '2' | '3' | (string & {})
  /** not over, cancelled or archived: its season seats are claimed */
  to_come: boolean
  /** seats that are the season’s there */
  season_seats: number
  /** where members without a seat count; null: nowhere */
  price_category_id: number | null
}

export type SeasonEventList = {
  /** the kind of the items */
  object: 'season_events' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: SeasonEvent[]
}

export type SeasonFigures = {
  season_id: number
  title: string
  /** ISO 4217 */
  currency: string
  /** IANA name */
  timezone: string
  /** members of the season, cancelled ones aside */
  memberships: number
  /** members who were cancelled, or moved out of the season */
  left_memberships: number
  /** what all of them were sold for, upgrades included; paid + open + waived + cancelled */
  agreed: number
  /** paid so far, refunds not taken off */
  paid: number
  /** of what was paid, what was given back */
  refunded: number
  /** still to be paid */
  open: number
  /** of what is open, what is past its day */
  overdue: number
  /** written off */
  waived: number
  /** not to be paid any more */
  cancelled: number
  places: SeasonPlaces | null
  /** by type, and within one by how they were bought */
  types: SeasonSum[]
  /** those on which something was sold */
  days: SeasonDay[]
}

export type SeasonList = {
  /** the kind of the items */
  object: 'seasons' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Season[]
}

export type SeasonPlaces = {
  /** of its map */
  seats: number
  /** for the season */
  sold: number
  /** in baskets now */
  held: number
  /** for holders of the season before */
  kept: number
  /** closed for everybody */
  blocked: number
  /** sold or held at one of the events to come, without the season */
  elsewhere: number
  /** at every event to come */
  free: number
}

export type SeasonSeat = {
  seat_id: number
  seat_section_id: number
  seat_section: string
  /** the block of the stand */
  seat_block: string | null
  seat_row: string | null
  seat_title: string
  /** held: in a basket; kept: for a holder of the season before, who can renew with it */
  status: 'sold' | 'held' | 'kept' | (string & {})
  /** of a kept seat: when it is free */
  kept_until_unix: number | null
  /** who has it, or for whom it is kept */
  membership_member_id: number | null
  member_number: string | null
  first_name: string | null
  last_name: string | null
  /** events to come at which another holder has it */
  events_without: number
}

export type SeasonSeatDrawing = {
  season_id: number
  version: string
  /** how many */
  seats: number
  /** whether every section has a layout of its own; where not, `layout` is computed, and a list says better where a seat is */
  laid_out: boolean
  sections: DrawnSection[]
}

export type SeasonSeatList = {
  /** the kind of the items */
  object: 'season_seats' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: SeasonSeat[]
}

export type SeasonSeats = {
  season_id: number
  /** of the drawing that the indexes are of */
  version: string
  /** changes whenever a seat does; also the ETag */
  revision: string
  /** how many */
  seats: number
  /** the revision that `changes` begin with */
  since: string | null
  /** every seat in two bits, as base64: seat i has bits 2·(i mod 4) and the next of byte i div 4. 0 not for sale, 1 free, 2 in a basket, 3 taken */
  states: string | null
  changes: SeasonSeatsChanges | null
}

/** indexes of the seats that changed, by what they are now */
export type SeasonSeatsChanges = {
  not_for_sale: number[]
  free: number[]
  held: number[]
  taken: number[]
}

export type SeasonSum = {
  /** the type that they are of now */
  membership_type_id: number
  type_title: string
  /** at_once: bought and paid at once; plan: in parts; by_hand: without an order */
  paid_by: 'at_once' | 'plan' | 'by_hand' | (string & {})
  /** of plan */
  membership_payment_option_id: number | null
  option_title: string | null
  /** members of the season, cancelled ones aside */
  memberships: number
  /** members who were cancelled, or moved out of the season */
  left_memberships: number
  /** what all of them were sold for, upgrades included; paid + open + waived + cancelled */
  agreed: number
  /** paid so far, refunds not taken off */
  paid: number
  /** of what was paid, what was given back */
  refunded: number
  /** still to be paid */
  open: number
  /** of what is open, what is past its day */
  overdue: number
  /** written off */
  waived: number
  /** not to be paid any more */
  cancelled: number
}

export type Seat = {
  /** the membership_seat_id of a member */
  seat_id: number
  seat_map_id: number
  seat_section_id: number
  seat_section: string
  sub_section_title: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_level: string | null
  seat_gate: string | null
  seat_title: string
  /** rows of a section, from the first */
  row_position: number
  /** seats whose positions differ by one are neighbours */
  seat_position: number
  /** for a wheelchair, beside one, with a restricted view, at an aisle */
  flags: ('accessible' | 'companion' | 'restricted_view' | 'aisle' | (string & {}))[]
  status: 'active' | 'blocked' | 'archived' | (string & {})
  /** the member who has it: in the season that runs, else in the next */
  membership_member_id: number | null
  member_number: string | null
  first_name: string | null
  last_name: string | null
}

export type SeatDrawing = {
  event_id: string
  version: string
  /** how many */
  seats: number
  /** whether every section has a layout of its own; where not, `layout` is computed, and a list says better where a seat is */
  laid_out: boolean
  sections: DrawnSection[]
}

export type SeatLayout = {
  /** middle of the front row, in widths of a seat */
  x: number
  /** downwards */
  y: number
  /** degrees, clockwise; 0: rows go back downwards */
  rotation: number
  /** radius of the front row; 0: straight */
  curve: number
  /** from row to row */
  row_pitch: number
  /** from seat to seat */
  seat_pitch: number
}

export type SeatList = {
  /** the kind of the items */
  object: 'seats' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Seat[]
}

export type SeatMap = {
  /** the membership_seat_map_id of categories, events and filters */
  seat_map_id: number
  venue_id: string | null
  title: string
  status: 'active' | 'archived' | (string & {})
}

export type SeatMapList = {
  /** the kind of the items */
  object: 'seat_maps' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: SeatMap[]
}

export type SeatMapWithSections = {
  /** the membership_seat_map_id of categories, events and filters */
  seat_map_id: number
  venue_id: string | null
  title: string
  status: 'active' | 'archived' | (string & {})
  sections: SeatSection[]
}

export type SeatRun = {
  /** of the first; the others follow by one */
  seat_id: number
  /** of the first; the others follow by step */
  title: string
  step: number
  /** of the first; the others follow by one */
  position: number
  count: number
}

/** a layout of null is computed */
export type SeatSection = {
  seat_section_id: number
  title: string
  sub_section_title: string | null
  order_by: number
  /** of its stand: front, in front and then in the middle; middle, in the middle and three fifths of the way up */
  best_seats: 'front' | 'middle' | (string & {})
  layout: SeatLayout | null
  /** how many rows */
  rows: number
  /** how many seats, archived ones aside */
  seats: number
  /** how many of them are blocked */
  seats_blocked: number
  /** how many of them a member has */
  seats_taken: number
}

export type SeatSpot = {
  seat_section_id: number
  row: number
  position: number
}

export type SetAppleWallet = {
  /** PEM; of the pass type, as Apple issued it */
  certificate: string
  /** PEM; RSA, without a password */
  private_key: string
  /** PEM; Apple’s intermediate certificate, which issued the other */
  wwdr_certificate: string
}

export type SetAsideBankLine = {
  /** what it is */
  reason: string
}

export type SetDocumentRecipient = {
  name: string
  company?: string | null | undefined
  /** street and number, and what else an envelope needs */
  address_lines: string[]
  postcode?: string | null | undefined
  city: string
  /** ISO 3166-1 alpha-2, such as AU */
  country: string
  /** with its country’s letters; its form is checked */
  vat_id?: string | null | undefined
  /** what the buyer’s books call the purchase */
  reference?: string | null | undefined
  /** participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked */
  peppol_id?: string | null | undefined
}

export type SetGoogleWallet = {
  issuer_id: string
  service_account: string
  /** PEM; RSA, of the service account */
  private_key: string
}

export type SetLegalPage = {
  pages: SetLegalPagePages
}

/** by language an address or a text; what is sent takes the place of all, none of them takes it away */
export type SetLegalPagePages = {
  en?: SetLegalPagePagesEn | undefined
  de?: SetLegalPagePagesDe | undefined
  es?: SetLegalPagePagesEs | undefined
  fr?: SetLegalPagePagesFr | undefined
  nl?: SetLegalPagePagesNl | undefined
  da?: SetLegalPagePagesDa | undefined
}

export type SetLegalPagePagesDa = {
  /** absolute address, http or https */
  url?: string | null | undefined
  /** plain text; an empty line begins a paragraph */
  text?: string | null | undefined
}

export type SetLegalPagePagesDe = {
  /** absolute address, http or https */
  url?: string | null | undefined
  /** plain text; an empty line begins a paragraph */
  text?: string | null | undefined
}

export type SetLegalPagePagesEn = {
  /** absolute address, http or https */
  url?: string | null | undefined
  /** plain text; an empty line begins a paragraph */
  text?: string | null | undefined
}

export type SetLegalPagePagesEs = {
  /** absolute address, http or https */
  url?: string | null | undefined
  /** plain text; an empty line begins a paragraph */
  text?: string | null | undefined
}

export type SetLegalPagePagesFr = {
  /** absolute address, http or https */
  url?: string | null | undefined
  /** plain text; an empty line begins a paragraph */
  text?: string | null | undefined
}

export type SetLegalPagePagesNl = {
  /** absolute address, http or https */
  url?: string | null | undefined
  /** plain text; an empty line begins a paragraph */
  text?: string | null | undefined
}

export type SetPageRecipient = {
  name: string
  company?: string | null | undefined
  /** street and number, and what else an envelope needs */
  address_lines: string[]
  postcode?: string | null | undefined
  city: string
  /** ISO 3166-1 alpha-2, such as AU */
  country: string
  /** with its country’s letters; its form is checked */
  vat_id?: string | null | undefined
  /** what the buyer’s books call the purchase */
  reference?: string | null | undefined
  /** participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked */
  peppol_id?: string | null | undefined
}

export type SetPeppolAccessPoint = {
  /** participant id in Peppol, such as 0192:991825827; its form and, where it has one, its check digit are checked */
  peppol_id: string
  access: 'simulated' | 'http'
  /** https; for access `http` */
  url?: string | null | undefined
  /** that the access point knows the organisation by; left out: as it was, at the same address */
  token?: string | undefined
  contact_name?: string | null | undefined
  contact_phone?: string | null | undefined
  contact_email?: string | null | undefined
}

export type SetStaffProvider = {
  name: string
  /** as its tokens spell `iss`, to the last slash; https */
  issuer: string
  client_id: string
  /** left out: as it was; null: a client without one */
  client_secret?: string | null | undefined
  /** [] by default */
  domains?: string[] | undefined
  /** false by default */
  is_enforced?: boolean | undefined
  /** `groups` by default */
  role_claim?: string | undefined
  /** [] by default */
  group_roles?: SetStaffProviderGroupRole[] | undefined
}

export type SetStaffProviderGroupRole = {
  group: string
  role: 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader'
}

export type SetTrackingCode = {
  /** null clears the code */
  fulfillment_tracking_code: string | null
}

export type SettleOrder = {
  /** what the provider’s own records say of the payment */
  outcome: 'paid' | 'failed'
  /** the provider’s, such as pi_…; needed for paid where no answer has ever brought one */
  reference?: string | undefined
  reason?: string | undefined
}

export type SettlePaymentReturn = {
  /** the parameter of that name in the page’s address */
  payment_return: string
}

export type Setup = {
  /** all is done, or a match that tickets were sold for is over */
  complete: boolean
  /** the first venue */
  venue_id: string | null
  /** the first event that is a draft */
  draft_event_id: string | null
  /** in the order in which they are best done */
  steps: SetupStep[]
}

export type SetupStep = {
  step: 'club' | 'ground' | 'seats' | 'event' | 'shop' | 'payments' | 'team' | 'scanners' | 'sale' | (string & {})
  done: boolean
  /** what it still lacks */
  missing: ('logo' | 'colours' | 'contact' | 'venue' | 'gates' | 'seats' | 'event' | 'published' | 'terms' | 'privacy' | 'account' | 'colleague' | 'scanner' | 'ticket' | (string & {}))[]
}

export type ShopDomain = {
  shop_domain_id: number
  host: string
  /** the shop is there, and links lead there */
  proven: boolean
  /** Unix seconds */
  proven_at: number | null
  proven_by: 'dns' | 'file' | null | (string & {}) | null
  dns_record: ShopDomainDnsRecord
  file: ShopDomainFile
  /** Unix seconds */
  created: number
}

/** set it at your name server */
export type ShopDomainDnsRecord = {
  name: string
  type: 'TXT' | (string & {})
  value: string
}

/** or put this file on the web server that is there now */
export type ShopDomainFile = {
  url: string
  content: string
}

export type ShopDomainList = {
  /** the kind of the items */
  object: 'shop_domains' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: ShopDomain[]
}

export type SignIn = {
  email_address: string
  password: string
  /** for the scanner’s page alone: what supervisors need, for 12 hours, in a cookie of its own */
  surface?: 'scan' | undefined
  /** of the authenticator app, or a recovery code, for people who have set one up */
  code?: string | undefined
}

export type SignInByLink = {
  /** what stands behind the # of the link */
  token: string
  /** the person was asked, and agrees that the session of another person in this browser ends; false by default */
  ends_session?: boolean | undefined
}

export type SignInByPasskey = {
  credential: PasskeyAnswer
}

export type SignOnBegun = {
  /** where to send the browser */
  location: string
}

export type SignedIn = {
  account_id: number
  email_address: string
  name: string
  session_id: number
  /** Unix seconds: when they last proved to be there */
  proved_at: number
  /** whether they have one; a person who came by a link may not */
  password: boolean
  /** whether sign-in asks for the code of an authenticator app */
  totp: boolean
  recovery_codes_left: number
  /** how many they have registered */
  passkeys: number
  /** org_id of the one organisation whose own provider let them in; null: an account of their own */
  signed_on_to: string | null
  organisations: StaffOrganisation[]
}

export type SoldOutEvent = {
  event_id: string
  title: string
}

export type SsoLink = {
  status: 'linked' | 'unlinked' | (string & {})
}

export type SsoLinkCode = {
  /** the same whether or not a customer has the address */
  status: 'code_sent' | (string & {})
  /** Unix seconds; the code is of no use after */
  expires_at: number
}

export type SsoMembership = MemberCard & {
  /** how it is paid, the newest order first; none where nothing was owed */
  plans: MemberPlan[]
  /** by which types on sale it can go on now; how, says the list of what a basket can renew */
  renewals: Renewal[]
}

export type SsoMembershipList = {
  /** the kind of the items */
  object: 'sso_memberships' | (string & {})
  data: SsoMembership[]
}

export type SsoOrder = {
  order_id: string
  /** ISO 8601 with the offset of the event’s zone */
  order_date: string
  /** prices less discounts, plus all fees and tax; major unit of the currency */
  total: number
  event_id: string
  event_title: string
  /** ISO 8601 with the offset of the event’s zone */
  event_start: string
}

export type SsoOrderList = {
  /** the kind of the items */
  object: 'sso_orders' | (string & {})
  data: SsoOrder[]
}

export type SsoOrderSecret = {
  /** opens the ticket page, /t/{order_secret}, and its operations */
  order_secret: string
}

export type SsoProvider = {
  sso_provider_id: number
  name: string
  /** `iss` of its tokens */
  issuer: string
  /** `aud` of the tokens that are for this organisation */
  audiences: string[]
  /** where its keys are; null: as its discovery document says */
  jwks_uri: string | null
  /** a verified address in its tokens links by itself */
  trust_email: boolean
  status: 'active' | 'archived' | (string & {})
}

export type SsoProviderCheck = {
  /** its discovery document; keys that tokens are verified by; whether the shop’s page can sign fans in */
  name: 'discovery' | 'keys' | 'shop' | (string & {})
  passed: boolean
  message: string
}

export type SsoProviderList = {
  /** the kind of the items */
  object: 'sso_providers' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: SsoProvider[]
}

export type SsoProviderTest = {
  /** its tokens can be verified */
  works: boolean
  checks: SsoProviderCheck[]
}

export type SsoTicket = {
  ticket_id: number
  /** 1 active */
  ticket_status_id: number
  barcode: string | null
  /** major unit of the currency */
  price: number
  /** service fee plus service tax */
  fees: number
  price_title: string
  ticket_name: string | null
  section_label: string | null
  sub_section_title: string | null
  seat_level: string | null
  seat_aisle: string | null
  seat_row: string | null
  seat_title: string | null
}

export type SsoTicketList = {
  /** the kind of the items */
  object: 'sso_tickets' | (string & {})
  data: SsoTicket[]
}

export type StaffInvitation = {
  organisation: string
  email_address: string
  /** what a member of staff may do in an organisation */
  role: 'owner' | 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader' | (string & {})
  /** a person with one signs in and accepts; else name and password make one */
  has_account: boolean
  /** Unix seconds */
  expires_at: number
}

export type StaffMember = {
  staff_id: number
  email_address: string
  /** as they gave it when they joined */
  name: string | null
  /** what a member of staff may do in an organisation */
  role: 'owner' | 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader' | (string & {})
  status: 'invited' | 'active' | 'removed' | (string & {})
  /** Unix seconds */
  invitation_expires_at: number | null
  created_at: number
}

export type StaffMemberList = {
  /** the kind of the items */
  object: 'team' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: StaffMember[]
}

export type StaffOrganisation = {
  org_id: string
  name: string
  mode: 'live' | 'test' | (string & {})
  /** what a member of staff may do in an organisation */
  role: 'owner' | 'manager' | 'box_office' | 'membership' | 'gates' | 'finance' | 'reader' | (string & {})
  /** it has staff with this address come by its own provider alone */
  needs_sign_on: boolean
  /** scopes of which the role has what reads */
  may_read: string[]
  /** and of which it has all */
  may_change: string[]
}

export type StaffProvider = {
  /** as the team calls it, such as Club account */
  name: string
  /** `iss` of its tokens */
  issuer: string
  client_id: string
  has_client_secret: boolean
  /** what follows the @ of addresses that it vouches for */
  domains: string[]
  /** people with such an address come in by it alone; owners by password too */
  is_enforced: boolean
  /** the claim of its tokens that lists a person’s groups */
  role_claim: string
  /** a person in several of them gets the first role of this list */
  group_roles: GroupRole[]
  /** where the team signs on */
  sign_on_url: string
  /** the callback address, to be entered at the provider; no other organisation has it */
  redirect_uri: string
}

export type StaffProviderRemoved = {
  status: 'removed' | (string & {})
}

export type StaffSession = {
  session_id: number
  /** the one that asks */
  current: boolean
  address: string | null
  user_agent: string | null
  /** Unix seconds */
  created_at: number
  /** to the minute */
  last_seen_at: number
  expires_at: number
}

export type StaffSessionList = {
  /** the kind of the items */
  object: 'staff_sessions' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: StaffSession[]
}

export type StaffSignOn = {
  organisation: string
  /** as the team calls it */
  provider: string
  /** the host where they will be asked */
  provider_host: string
}

export type StartOnboarding = {
  /** absolute https address, or a page of this service */
  return_url: string
  /** absolute https address, or a page of this service */
  refresh_url?: string | undefined
}

export type StartRefundRun = {
  /** told to every buyer with the refund */
  reason?: string | null | undefined
}

export type StewardMessage = {
  steward_message_id: number
  event_id: string
  text: string
  /** Unix seconds */
  created_at: number
  /** until when scanners show it; null: for a day */
  ends_at: number | null
  recalled_at: number | null
}

export type StoredBankColumns = {
  /** the heading of the day */
  date: string
  /** with its sign; or else credit and debit */
  amount?: string | undefined
  /** what came in */
  credit?: string | undefined
  /** what went out */
  debit?: string | undefined
  currency?: string | undefined
  /** who paid, or was paid */
  name?: string | undefined
  /** by which account */
  counter_account?: string | undefined
  /** the bank’s number of the movement */
  reference?: string | undefined
  /** the organisation’s account */
  account?: string | undefined
  /** what was written beside it */
  text?: string[] | undefined
}

export type StoredBankMapping = {
  /** absent: as the headings have it */
  delimiter?: ',' | ';' | '	' | '|' | (string & {}) | undefined
  decimal: ',' | '.' | (string & {})
  /** the order of day, month and year */
  dates: 'dmy' | 'mdy' | 'ymd' | (string & {})
  /** ISO 4217; of rows that say none */
  currency: string
  columns: StoredBankColumns
}

/** payments is null while the organisation cannot be paid online, sign_in while fans cannot sign in, bank_transfer while it does not offer it: a checkout names payment_method bank_transfer then, and the order waits for the money */
export type Storefront = {
  org_id: string
  /** for ever; test is a sandbox, in which no card is charged */
  mode: 'live' | 'test' | (string & {})
  name: string
  /** ISO 3166-1 alpha-2 */
  country: string
  /** IANA name */
  timezone: string
  /** ISO 4217; what new events are priced in */
  currency: string
  /** of mails, where an order names none; BCP 47 */
  language: string
  /** where the shop is: at the host that was proven first, else by its slug; a slash at its end */
  shop_url: string
  logo_image: string | null
  background_image: string | null
  favicon: string | null
  /** #rrggbb */
  background_color: string | null
  /** #rrggbb; of buttons and links */
  accent_color: string | null
  /** sites that may show the shop in a frame, and nobody else */
  embed_origins: string[]
  /** on every order; major unit of the currency */
  transaction_fee_fixed: number
  /** of what an order costs without it */
  transaction_fee_percentage: number
  /** the most that both are together; null: no cap */
  transaction_fee_max: number | null
  /** also on orders that cost nothing otherwise */
  transaction_fee_free_orders: boolean
  /** what the shop shows in its foot */
  legal: LegalLink[]
  /** which a checkout has to send as terms_version; null: nobody is asked to agree */
  terms_version: number | null
  /** of the real time, where this is a sandbox whose clock was moved; else 0 */
  clock_ahead_seconds: number
  /** it sells in others than its own, too: an amount names its currency */
  several_currencies: boolean
  /** there are some to be bought: /v1/storefront/memberships */
  sells_memberships: boolean
  /** a checkout may say by document_recipient for whom the invoice is */
  sends_invoices: boolean
  /** an invoice is sent by Peppol to a peppol_id of its document_recipient */
  sends_by_peppol: boolean
  /** of phones, for which buyers can have passes */
  wallets: ('apple' | 'google' | (string & {}))[]
  payments: StorefrontPayments | null
  bank_transfer: StorefrontBankTransfer | null
  sign_in: StorefrontSignIn | null
}

export type StorefrontBankTransfer = {
  /** for which places wait for the money */
  days: number
  /** it is taken until so many days before an event starts */
  days_before_event: number
}

export type StorefrontPayments = {
  /** test takes pm_test_ok and the like */
  provider: 'stripe' | 'test' | (string & {})
  /** what Stripe’s script is started with */
  publishable_key: string | null
  /** Stripe’s stripeAccount */
  account: string | null
  /** the ways to pay that are offered; any other is refused. For Stripe’s allowedPaymentMethodTypes */
  methods: StorefrontPaymentsMethod[]
  /** wallets that bring the buyer’s name and address along, for buttons above the form, in this order; any other is refused. Of the test provider they are pm_test_wallet_apple_pay and the like */
  express: ('apple_pay' | 'google_pay' | 'link' | (string & {}))[]
}

export type StorefrontPaymentsMethod = {
  /** by the name that Stripe gives it */
  payment_method: 'card' | 'apple_pay' | 'google_pay' | 'link' | 'sepa_debit' | 'bacs_debit' | 'au_becs_debit' | 'ideal' | 'bancontact' | 'eps' | 'p24' | 'klarna' | 'paypal' | 'mobilepay' | 'twint' | 'swish' | 'revolut_pay' | (string & {})
  /** sends the buyer to another page: a checkout needs a return_url */
  redirects: boolean
  /** a direct debit: a checkout needs the mandate_version that the buyer has agreed to */
  needs_mandate: boolean
  /** that it takes; null: all */
  currencies: string[] | null
  /** of a single payment, where there are some */
  limits: StorefrontPaymentsMethodLimit[]
  /** it is taken until so many days before an event starts, since its money can take as long; 0: always */
  days_before_event: number
}

export type StorefrontPaymentsMethodLimit = {
  /** ISO 4217 */
  currency: string
  /** major unit of the currency */
  amount_min: number | null
  amount_max: number | null
}

export type StorefrontSignIn = {
  /** of the provider */
  name: string
  /** OpenID; its discovery document says the rest */
  issuer: string
  /** of the shop there: a public client that uses PKCE */
  client_id: string
}

export type SupervisorCode = {
  /** lets in whom the rules refuse */
  code: string
  /** of today (UTC): ends turnstile mode of a scanner without a network */
  leave_code: string
}

export type SwitchPaymentMethod = {
  switched_on: boolean
}

export type TagCount = {
  tag: string
  objects: number
}

export type TagCountList = {
  /** the kind of the items */
  object: 'tags' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  data: TagCount[]
}

export type TaggedCustomer = Customer & {
  /** words that staff find it by, in the order of the alphabet */
  tags: string[]
}

export type TaggedCustomerList = {
  /** the kind of the items */
  object: 'customers' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  org_id: string
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: TaggedCustomer[]
}

export type TaggedMember = Member & {
  /** words that staff find it by, in the order of the alphabet */
  tags: string[]
}

export type TaggedMemberList = {
  /** the kind of the items */
  object: 'members' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** where the next page begins; null on the last */
  next_cursor: string | null
  data: TaggedMember[]
}

export type TaggedObject = {
  object_type: 'orders' | 'customers' | 'members' | (string & {})
  object_id: number
  /** words that staff find it by, in the order of the alphabet */
  tags: string[]
}

export type TakenScans = {
  /** scans that are in the log now */
  taken: number
  /** made after the key was revoked, or of a form that no log takes: they are not recorded */
  refused: number
}

export type Taking = {
  /** YYYY-MM-DD, in the organisation’s zone */
  day: string
  /** null: memberships */
  event_id: string | null
  event_title: string | null
  sales_channel: string
  payment_method: string | null
  /** ISO 4217 */
  currency: string
  payments: number
  /** collected on that day */
  paid: number
  refunds: number
  /** given back on that day */
  refunded: number
  /** paid less refunded */
  net: number
  /** within what was paid */
  service_fee: number
  /** within what was paid */
  service_tax: number
  /** within what was paid */
  transaction_fee: number
  /** of the service fee, to the organisation */
  rebate: number
}

export type Takings = {
  timezone: string
  data: Taking[]
}

export type Tax = {
  tax_rate_id: number
  /** as buyers read it, such as VAT */
  title: string
  kind: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope' | (string & {})
  /** on the day of the supply */
  percentage: number
  /** without the tax, major unit of the currency */
  net: number
  tax: number
  /** with the tax */
  gross: number
}

export type TaxPercentage = {
  /** YYYY-MM-DD; by the day of the supply. The first counts before its day too */
  valid_from: string
  percentage: number
}

export type TaxRate = {
  tax_rate_id: number
  /** as receipts call it, such as VAT */
  title: string
  /** ISO 3166-1 alpha-2 */
  country: string
  kind: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope' | (string & {})
  /** what bears it is priced with its tax; false: the tax comes on top */
  included_in_prices: boolean
  /** why no tax is asked for, as it is written for buyers */
  reason: string | null
  /** ascending by day; none where no tax is asked for */
  percentages: TaxPercentage[]
  /** service fees and transaction fees bear it */
  on_fees: boolean
  /** new prices and membership types bear it unless they say otherwise */
  on_new_prices: boolean
  tax_rate_status: 'active' | 'archived' | (string & {})
  /** Unix seconds */
  created: number
  /** Unix seconds; the time of creation while never changed */
  updated_at: number
}

export type TaxRateList = {
  /** the kind of the items */
  object: 'tax_rates' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: TaxRate[]
}

export type TaxReport = {
  data: TaxReportRow[]
}

export type TaxReportRow = {
  tax_rate_id: number
  /** as the rate is called now */
  title: string
  kind: 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'outside_scope' | (string & {})
  percentage: number
  /** ISO 4217 */
  currency: string
  /** with tax */
  sold: number
  /** of what was sold */
  sold_tax: number
  /** given back or not asked for any more, with tax */
  returned: number
  /** of what was given back */
  returned_tax: number
  /** sold less returned, without tax */
  net: number
  /** of what was sold less that of what was returned */
  tax: number
}

export type Ticket = {
  ticket_id: number
  /** 0 reserved, 1 active, 2 cancelled, 3 refunded, 4 replaced (transferred or re-issued) */
  ticket_status_id: 0 | 1 | 2 | 3 | 4 | (number & {})
  /** null until the ticket is issued */
  barcode: string | null
  /** to type where the barcode cannot be read: twelve characters and one that tells a slip */
  short_code: string | null
  /** the holder */
  ticket_name: string | null
  /** of the holder */
  email_address: string | null
  /** this ticket’s part of what was bought, major unit of the currency, before discount and fees */
  price: number
  /** taken off the price */
  discount: number
  /** on top of the price */
  service_fee: number
  /** on top of the price */
  service_tax: number
  /** service fee plus service tax */
  fees: number
  /** on top of the price less its discount; 0 where the price includes it */
  tax: number
  /** ISO 4217 */
  currency: string
  price_id: number
  price_title: string
  price_category_id: number
  category_title: string
  seat_id: number | null
  /** of the seat’s section; without a seat, that of the price category */
  section_label: string | null
  /** of the seat */
  sub_section_title: string | null
  /** of the seat */
  seat_level: string | null
  /** of the seat */
  seat_aisle: string | null
  /** of the seat */
  seat_row: string | null
  /** of the seat */
  seat_title: string | null
  /** to come in by: that of the seat, or those of the price category; null: any */
  gate: string | null
  /** how to find the gate, in the words of the organisation */
  entrance: string | null
  event_id: string
  order_id: number
  /** the ticket that this one was transferred or re-issued from */
  replaces_ticket_id: number | null
  /** what was answered for this ticket at checkout */
  answers: GivenAnswer[]
  /** Unix seconds; null: whenever the event lets in */
  valid_from_unix: number | null
  /** Unix seconds; null: whenever the event lets in */
  valid_until_unix: number | null
  /** Unix seconds */
  created: number
  /** Unix seconds; the time of creation while never changed */
  updated_at: number
}

export type TicketCancelledMessage = {
  type: 'ticket.cancelled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: TicketCancelledMessageData
}

export type TicketCancelledMessageData = {
  ticket: Ticket
}

export type TicketIssuedMessage = {
  type: 'ticket.issued'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: TicketIssuedMessageData
}

export type TicketIssuedMessageData = {
  ticket: Ticket
}

/** refund is null where the organisation takes no requests, and on the page of one ticket */
export type TicketPage = {
  organisation: TicketPageOrganisation
  event: TicketPageEvent
  order_id: number
  order_status: string
  /** that the order was made in */
  language: string | null
  /** in the order of their seats; those passed on are not here */
  tickets: PageTicket[]
  ground: PageGround | null
  /** tickets of the order that others have by now; 0 on the page of one ticket */
  passed_on: number
  /** tickets can be renamed and passed on here */
  changes: boolean
  /** of phones, for which there are passes */
  wallets: ('apple' | 'google' | (string & {}))[]
  /** where tickets are mailed again, with the middle of it hidden */
  mail_to: string | null
  refund: TicketPageRefund | null
  /** issued to the buyer, the first one first; none on the page of one ticket */
  documents: PageDocument[]
  /** for whom the document of the order is; null where it gets none */
  document_recipient: PageRecipient | null
}

export type TicketPageEvent = {
  event_id: string
  title: string
  venue_name: string | null
  venue_address: string | null
  /** IANA name */
  timezone: string
  /** 0 draft, 1 live, 2 archived, 3 cancelled */
  event_status_id: '0' | '1' | '2' | '3' | (string & {})
  /** Unix seconds */
  doors_open_unix: number | null
  /** Unix seconds */
  event_start_unix: number
  /** Unix seconds */
  event_end_unix: number | null
  /** its page in the organisation’s shop */
  shop_url: string
  /** of the entry in a calendar, as in the mails */
  calendar_uid: string
  /** its SEQUENCE: rises when the event changes */
  calendar_sequence: number
}

export type TicketPageOrganisation = {
  name: string
  /** ISO 3166-1 alpha-2 */
  country: string
  logo_image: string | null
  /** #rrggbb; of buttons and links */
  accent_color: string | null
}

export type TicketPageRefund = {
  /** until when a refund can be asked for; null: no longer */
  until_unix: number | null
  /** the last one */
  request: RefundRequest | null
}

export type TicketRotation = {
  /** base64url; of the HMAC-SHA-1 of the TOTP */
  key: string
  period_seconds: number
  /** behind the barcode */
  digits: number
}

export type TicketScannedMessage = {
  type: 'ticket.scanned'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: TicketScannedMessageData
}

export type TicketScannedMessageData = {
  scan: LoggedScan
}

export type TicketShown = {
  ticket_id: number
  /** the holder */
  ticket_name: string | null
  category_title: string
  price_title: string
  seat_section: string | null
  /** the block of the stand */
  seat_block: string | null
  seat_row: string | null
  seat_title: string | null
  /** a price for which the steward has to look twice */
  concession: 'child' | 'concession' | null | (string & {}) | null
  /** at what, such as a student card */
  gate_check: string | null
  /** to the questions that stewards are to see */
  answers: GateAnswer[]
}

export type TicketTransferredMessage = {
  type: 'ticket.transferred'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: TicketTransferredMessageData
}

export type TicketTransferredMessageData = {
  ticket: Ticket
  replaced_ticket: Ticket
}

export type TicketedEvent = {
  event_id: string
  title: string
  org_id: string
  organisation_name: string
  venue_id: string | null
  venue_name: string | null
  online_event: boolean
  /** the event’s name within an address */
  url_string: string
  /** where the organisation sells the tickets */
  buy_tickets_url: string | null
  /** ISO 4217 */
  currency: string
  currency_symbol: string
  /** publishable keys see it once it is live */
  public_event: boolean
  reserved_seating: boolean
  /** tickets that one customer may have in all orders together; null: no cap */
  max_per_customer: number | null
  /** whether a checkout takes a name for each ticket; without one a ticket bears the buyer’s */
  holder_names: 'none' | 'optional' | 'required' | (string & {})
  /** tickets enter by the code of the moment only */
  rotating_barcodes: boolean
  /** what a checkout asks, in this order */
  questions: EventQuestion[]
  /** no price that is on offer, now or later, has places left */
  sold_out: boolean
  /** in the event’s time zone: Saturday 14 March 2026, 7:30 PM */
  formatted_full_event_start_date: string
  /** in the event’s time zone: Saturday */
  formatted_event_start_date_day: string
  /** in the event’s time zone: 7:30 PM */
  formatted_event_start_date_time: string
  /** in the event’s time zone: March */
  formatted_event_start_date_month: string
  /** in the event’s time zone: 14 */
  formatted_event_start_date_date: string
  /** in the event’s time zone: 2026 */
  formatted_event_start_date_year: string
  /** ISO 8601 with Z */
  utc_event_start_date: string
  /** IANA name */
  timezone: string
  /** 0 draft, 1 live, 2 archived, 3 cancelled */
  event_status_id: '0' | '1' | '2' | '3' | (string & {})
  banner_image: string | null
  /** plain text, with line breaks */
  description: string | null
  translations?: TicketedEventTranslations | undefined
  /** addresses, the most important first */
  images: string[]
  /** map of the season seats that are let in */
  membership_seat_map_id: number | null
  /** map of the seats that are sold */
  seat_map_id: number | null
  /** seasons that it belongs to */
  season_ids: number[]
  /** Unix seconds */
  doors_open_unix: number | null
  /** Unix seconds */
  event_start_unix: number
  /** Unix seconds */
  event_end_unix: number | null
  /** in the answer to publish alone: what would keep it from being sold */
  warnings?: EventWarning[] | undefined
}

export type TicketedEventList = {
  /** the kind of the items */
  object: 'events' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  org_id: string
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: TicketedEvent[]
}

/** its texts in other languages than the usual one */
export type TicketedEventTranslations = {
  en?: TicketedEventTranslationsEn | undefined
  de?: TicketedEventTranslationsDe | undefined
  es?: TicketedEventTranslationsEs | undefined
  fr?: TicketedEventTranslationsFr | undefined
  nl?: TicketedEventTranslationsNl | undefined
  da?: TicketedEventTranslationsDa | undefined
}

export type TicketedEventTranslationsDa = {
  title?: string | undefined
  description?: string | undefined
}

export type TicketedEventTranslationsDe = {
  title?: string | undefined
  description?: string | undefined
}

export type TicketedEventTranslationsEn = {
  title?: string | undefined
  description?: string | undefined
}

export type TicketedEventTranslationsEs = {
  title?: string | undefined
  description?: string | undefined
}

export type TicketedEventTranslationsFr = {
  title?: string | undefined
  description?: string | undefined
}

export type TicketedEventTranslationsNl = {
  title?: string | undefined
  description?: string | undefined
}

export type TicketsMailed = {
  /** the same whether or not there are tickets */
  status: 'accepted' | (string & {})
}

export type Till = {
  till_id: number
  /** the counter or the device */
  name: string
  status: 'open' | 'closed' | (string & {})
  /** ISO 4217 */
  currency: string
  /** cash at the opening */
  float: number
  /** null: a key */
  opened_by: string | null
  /** Unix seconds */
  opened_at: number
  /** cash that should have been in it at the closing */
  expected: number | null
  counted: number | null
  /** counted less expected */
  difference: number | null
  closed_by: string | null
  closed_at: number | null
  note: string | null
}

export type TillClose = {
  till_close_id: number
  till_id: number
  /** the counter or the device */
  name: string
  /** of the closes of this counter, without a gap */
  number: number
  /** ISO 4217 */
  currency: string
  /** Unix seconds */
  opened: number
  /** Unix seconds */
  closed: number
  /** null: a key */
  closed_by: string | null
  /** of all that happened at the counter since the close before */
  receipts: number
  /** its number */
  first_receipt: number | null
  last_receipt: number | null
  /** cash at the opening */
  float: number
  /** cash that should have been in it */
  expected: number
  counted: number
  /** counted less expected */
  difference: number
  /** why there is a difference */
  note: string | null
}

export type TillCloseList = {
  /** the kind of the items */
  object: 'till_closes' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: TillClose[]
}

export type TillCloseMethod = {
  payment_method: string
  receipts: number
  received: number
  paid_back: number
}

export type TillCloseReport = TillClose & {
  /** what was received and paid back, by payment method */
  methods: TillCloseMethod[]
  /** what was sold and taken back, by rate of tax */
  taxes: TillCloseTax[]
  /** what rounding to the least coin has brought; below zero: cost */
  cash_rounding: number
  /** put into the drawer without a sale */
  deposits: number
  /** taken to the safe */
  drops: number
  /** taken out for something bought */
  payouts: number
}

export type TillCloseTax = {
  /** null: what bears no rate */
  tax_rate_id: number | null
  title: string | null
  /** that of the rate */
  kind: string | null
  percentage: number | null
  /** with the tax */
  sold: number
  sold_tax: number
  /** with the tax */
  returned: number
  returned_tax: number
}

export type TillList = {
  /** the kind of the items */
  object: 'tills' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: Till[]
}

export type TillMovement = {
  till_movement_id: number
  movement: 'deposit' | 'drop' | 'payout' | (string & {})
  amount: number
  reason: string | null
  actor_name: string | null
  /** Unix seconds */
  created: number
}

export type TillReceipt = {
  till_receipt_id: number
  till_id: number
  /** the counter */
  name: string
  /** of the receipts of this counter, without a gap */
  number: number
  /** payment: cash for a debt; reversal: taken back */
  kind: 'sale' | 'refund' | 'payment' | 'reversal' | (string & {})
  order_id: number | null
  payment_method: string
  /** ISO 4217 */
  currency: string
  /** that came in; below zero: that went out */
  amount: number
  /** by which more was handed over, for want of a smaller coin */
  rounding: number
  /** Unix seconds */
  created: number
  /** null: it is not signed */
  signature: FiscalSignature | null
}

export type TillReceiptList = {
  /** the kind of the items */
  object: 'till_receipts' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: TillReceipt[]
}

export type TillReport = Till & {
  /** you opened it; another’s needs the scope tills:manage */
  mine: boolean
  /** that should be in the drawer now, or should have been at the closing */
  cash: number
  /** paid back from the drawer */
  cash_refunds: number
  /** put into the drawer for debts */
  cash_received: number
  /** what rounding to the least coin has brought; below zero: cost */
  cash_rounding: number
  /** of what was sold, by payment method: what was paid with the sale, or what it comes to where nothing was */
  takings: TillTaking[]
  /** oldest first */
  movements: TillMovement[]
  /** once it is closed */
  till_close_id: number | null
}

export type TillTaking = {
  payment_method: string
  orders: number
  amount: number
}

export type TimelineChange = {
  /** one of order_status, email_address, ticket_name, section_label, seat_row, seat_title */
  field: string
  /** null: nothing, or a name or address, which is not kept */
  from: string | null
  to: string | null
}

export type TimelineEntry = {
  entry_id: string
  /** Unix seconds */
  created: number
  /** such as order.created, payment.succeeded, payment.failed, refund.succeeded, mail.sent, ticket.transferred, scan.admitted, note */
  type: string
  actor_kind: string | null
  actor_id: string | null
  actor_name: string | null
  ticket_id: number | null
  /** of a payment, a refund or credit */
  amount: number | null
  /** the note, the kind of mail, the gate, the card’s last digits, or why it failed */
  detail: string | null
  /** where a mail went */
  email_address: string | null
  /** why a mail was not sent */
  error_code: string | null
  /** what it changed, from what to what */
  changes: TimelineChange[]
}

export type TimelineEntryList = {
  /** the kind of the items */
  object: 'timeline' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** cursor of the next page; null on the last */
  next_cursor: string | null
  data: TimelineEntry[]
}

export type TotpRemoved = {
  status: 'totp_removed' | (string & {})
}

export type TotpSecret = {
  /** base32, for typing */
  secret: string
  /** the same, for a QR code */
  otpauth_url: string
}

export type TrackingCode = {
  membership_member_id: string
  fulfillment_tracking_code: string | null
}

export type TransferAccount = {
  /** fans may pay by transfer */
  switched_on: boolean
  /** without blanks */
  iban: string | null
  bic: string | null
  account_holder: string | null
  /** of the holder; a Swiss QR code says it */
  postcode: string | null
  town: string | null
  /** for which places wait for the money */
  days: number
  /** it is taken until so many days before an event starts */
  days_before_event: number
  /** its references are Swiss QR references */
  is_qr_iban: boolean
}

export type TransferTicket = {
  /** the new holder */
  ticket_name: string
  email_address: string
}

export type UpcomingThing = {
  kind: 'basket_expires' | 'payment_given_up' | 'payment_mailed' | 'transfer_reminded' | 'debit_announced' | 'instalment_charged' | 'debt_overdue' | 'ladder_step' | 'credit_expires' | 'term_begins' | 'renewal_announced' | 'membership_renewed' | 'membership_ends' | 'event_move_mailed' | 'event_starts' | (string & {})
  at_unix: number
}

export type UploadPicture = {
  /** base64; a PNG, JPEG or WebP of at most 1 MiB, 8192 points a side and 16 million in all */
  content: string
  /** for small screens, the widest first, of the same type and shape */
  smaller?: string[] | undefined
}

export type UploadScans = {
  /** Unix seconds on the device’s clock as it sends this; puts the others right */
  device_time: number
  scans: UploadScansScan[]
}

export type UploadScansScan = {
  event_id: string | number
  gate_id: number
  /** as it was read; or else one of the next two */
  barcode?: string | undefined
  /** of a holder in the manifest whom a steward found by name or order */
  ticket_id?: number | undefined
  membership_member_id?: number | undefined
  direction: 'entry' | 'exit'
  /** who holds the scanner, for whoever settles a conflict */
  steward?: string | undefined
  /** the device’s own name for this one scan, never used before, without `annul:`, `offline:` or `reused:` before it; the same scan sent again gets the first answer */
  nonce: string
  /** Unix seconds on the device’s clock */
  scanned_at: number
  /** what the fan was told; kept as it is */
  result: 'admitted' | 'exit' | 'already_used' | 'unknown' | 'cancelled' | 'refunded' | 'unpaid' | 'blocked' | 'wrong_event' | 'wrong_gate' | 'not_yet_valid' | 'expired' | 'not_exited' | 'overdue' | 'stale_code'
  /** why a supervisor let them in: then it is no conflict */
  override_reason?: string | undefined
  /** without the right one the reason counts for nothing */
  supervisor_code?: string | undefined
  /** in place of supervisor_code: sealed with code_key */
  sealed_code?: string | undefined
  /** of a scan that was let through; `not_passed` takes it back */
  passage?: 'passed' | 'not_passed' | undefined
  /** how many people followed without a scan of their own */
  followers?: number | undefined
}

export type UploadSealedScans = {
  org_id: number
  device_id: number
  /** whose code_key sealed them */
  event_id: string | number
  /** Unix seconds on the device’s clock as it sends this */
  device_time: number
  /** JSON with the revoked gate `key` and `scans` as in an upload, sealed with code_key as a supervisor’s code is */
  sealed: string
}

export type UploadedPicture = {
  /** for every field that takes the address of a picture; what is there never changes */
  url: string
  content_type: 'image/png' | 'image/jpeg' | 'image/webp' | (string & {})
  /** in points */
  width: number
  height: number
  /** all of them, the largest first */
  sizes: PictureSize[]
}

export type UploadedScans = {
  /** how far the device’s clock is ahead of ours */
  clock_skew_ms: number
  scans: UploadedScansScan[]
  /** rows that are not in the log: set them aside, and send the others no more */
  refused: RefusedRow[]
}

export type UploadedScansScan = {
  nonce: string
  scan_id: number
  /** as it is in the log */
  result: 'admitted' | 'exit' | 'already_used' | 'unknown' | 'cancelled' | 'refunded' | 'unpaid' | 'blocked' | 'wrong_event' | 'wrong_gate' | 'not_yet_valid' | 'expired' | 'not_exited' | 'overdue' | 'stale_code' | 'annulled' | (string & {})
  /** it had been uploaded before */
  repeated: boolean
  /** another scan of the device has its nonce: recorded all the same, and an alarm for the supervisor */
  nonce_reused: boolean
  /** on record, where the scan came with one; the first report counts */
  passage: 'passed' | 'not_passed' | null | (string & {}) | null
}

export type UsePriceList = {
  price_list_id: number
}

/** What the EU’s service (VIES) says of the VAT number. */
export type VatCheck = {
  /** waiting: the service is asked after the sale, and again where it fails. unanswered: it was asked for a week, or cannot be */
  status: 'waiting' | 'valid' | 'invalid' | 'unanswered' | (string & {})
  /** of whose number it is; null: its country does not tell */
  name: string | null
  address: string | null
  /** the service’s number of the consultation: the proof that it was asked */
  reference: string | null
  /** the organisation’s own VAT number, with which it asked; null: without, so there is no proof */
  asked_as: string | null
  /** why there is no answer, or no proof */
  problem: 'service_unreachable' | 'service_busy' | 'country_unavailable' | 'access_blocked' | 'own_number_refused' | 'own_number_blocked' | 'number_not_taken' | 'unexpected_answer' | 'switched_off' | null | (string & {}) | null
  /** Unix seconds; when it was last tried */
  asked_at: number | null
  /** Unix seconds; when the service answered */
  answered_at: number | null
  /** Unix seconds; when it is asked again; null: it is not */
  next_attempt: number | null
}

export type Venue = {
  venue_id: string
  name: string
  address: string | null
  address2: string | null
  suburb: string | null
  state: string | null
  postcode: string | null
  /** ISO 3166-1 alpha-2 */
  country: string | null
  /** IANA name; what new events here start with */
  timezone: string | null
  status: 'active' | 'archived' | (string & {})
}

export type VenueList = {
  /** the kind of the items */
  object: 'venues' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: Venue[]
}

export type WaiveDebt = {
  /** major unit of the currency; without it, all that is open */
  amount?: number | undefined
  reason: string
}

/** null: not set up, and not offered to buyers */
export type Wallets = {
  apple: WalletsApple | null
  google: WalletsGoogle | null
}

export type WalletsApple = {
  pass_type_id: string
  team_id: string
  /** Unix seconds; no pass can be signed after it */
  certificate_expires: number
}

export type WalletsGoogle = {
  issuer_id: string
  service_account: string
}

export type WebhookAttempt = {
  attempt_number: number
  /** Unix seconds */
  created_at: number
  response_status: number | null
  /** why there was no answer: timeout, refused, name_not_found, address_not_allowed, https_required, tls, … */
  error_code: string | null
  duration_ms: number
  /** the first 1,000 characters of the answer; null for a key that may not read the message, which it may quote */
  response_start: string | null
}

export type WebhookDelivery = {
  webhook_delivery_id: number
  webhook_endpoint_id: number
  /** as in the header webhook-id */
  message_id: string
  sequence: number
  type: string
  /** asked for by hand */
  replay: boolean
  status: 'pending' | 'succeeded' | 'failed' | 'cancelled' | (string & {})
  /** Unix seconds; null when there will be none */
  next_attempt_at: number | null
  succeeded_at: number | null
  created_at: number
  /** in the order of time */
  attempts: WebhookAttempt[]
}

export type WebhookDeliveryList = {
  /** the kind of the items */
  object: 'webhook_deliveries' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: WebhookDelivery[]
}

export type WebhookEndpoint = {
  webhook_endpoint_id: number
  url: string
  description: string | null
  types: string[]
  /** what it may be sent messages about: the read scopes of the key that chose its types */
  scopes: string[]
  status: 'enabled' | 'disabled' | (string & {})
  /** gone: it answered 410; failing: five days without a success, or no answer to any ping */
  disabled_reason: 'by_request' | 'gone' | 'failing' | null | (string & {}) | null
  /** Unix seconds: its first 2xx to a ping; null until then, and messages wait */
  proven_at: number | null
  /** Unix seconds: the first failure since the last success */
  failing_since: number | null
  last_success_at: number | null
  /** until then the secret before signs, too */
  previous_secret_expires_at: number | null
  created_at: number
}

export type WebhookEndpointDetail = WebhookEndpoint & {
  statistics: WebhookEndpointStatistics
}

export type WebhookEndpointDisabledMessage = {
  type: 'webhook_endpoint.disabled'
  timestamp: string
  org_id: string
  /** increases with every message of the organisation */
  sequence: number
  data: WebhookEndpointDisabledMessageData
}

export type WebhookEndpointDisabledMessageData = {
  webhook_endpoint: WebhookEndpoint
}

export type WebhookEndpointList = {
  /** the kind of the items */
  object: 'webhook_endpoints' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  next_cursor: string | null
  data: WebhookEndpoint[]
}

export type WebhookEndpointStatistics = {
  /** of the last 24 hours, the newest 1000 at most; the figures below are theirs */
  attempts: number
  /** from 0 to 1; null without an attempt */
  success_rate: number | null
  /** 95 of 100 attempts took no longer */
  p95_ms: number | null
  /** messages on their way or waiting; counted up to 10000 */
  pending: number
}

export type WebhookEndpointWithSecret = WebhookEndpoint & {
  /** whsec_…; verifies what it is sent. Shown this once */
  secret: string
}

export type WebhookMessage = {
  /** as in the header webhook-id */
  message_id: string
  type: string
  /** ISO 8601: when it happened */
  timestamp: string
  org_id: string
  data: Record<string, unknown>
  /** grows by one with each message of the organisation */
  sequence: number
}

export type WebhookMessageList = {
  /** the kind of the items */
  object: 'webhook_messages' | (string & {})
  /** path of the list */
  url: string
  /** true when further items exist */
  has_more: boolean
  /** after of the next page */
  next_after: number
  /** the highest number that was given out */
  last_sequence: number
  data: WebhookMessage[]
}

export type WebhookReplay = {
  webhook_endpoint_id: number
  /** messages that are being sent again */
  replayed: number
  /** true when there were more than 10000 */
  has_more: boolean
  /** number of the last message that is being sent: after_sequence of the next call, when has_more */
  last_sequence: number
}

export type Whitelist = {
  event_id: string
  /** base64url; makes barcode_hash of a barcode: the first 12 bytes of its HMAC-SHA256, in base64url. It is this device’s, for this event and its gates and questions: where it is another than that of the manifest that you hold, fetch the whole one */
  barcode_key: string
  /** false: only what has changed since the cursor */
  is_whole: boolean
  /** asks for what changes from now on */
  next_cursor: string
  /** one that comes twice counts as it comes last */
  entries: WhitelistEntry[]
}

export type WhitelistEntry = {
  ticket_id: number | null
  membership_member_id: number | null
  /** of the whole barcode, by barcode_key */
  code_hash?: string | undefined
  /** with `codes=full` */
  code?: string | undefined
  /** never; once; again after each exit; always. It counts within the times and at the gates of this entry */
  admits: 'never' | 'once' | 'after_exit' | 'always' | (string & {})
  /** of never: the `result` of a scan */
  reason: 'already_used' | 'unknown' | 'cancelled' | 'refunded' | 'unpaid' | 'blocked' | 'wrong_event' | 'wrong_gate' | 'not_yet_valid' | 'expired' | 'not_exited' | 'overdue' | 'stale_code' | null | (string & {}) | null
  /** none: every gate */
  gate_ids: number[]
  /** Unix seconds */
  valid_from: number
  /** Unix seconds */
  valid_until: number
  /** so far, at any gate */
  entries: number
  inside: boolean
}

export type WithdrawCredit = {
  /** major unit of the currency */
  amount: number
  reason: string
}

/** What an endpoint is sent, by type. */
export type Messages = {
  'order.created': OrderCreatedMessage
  'order.completed': OrderCompletedMessage
  'order.cancelled': OrderCancelledMessage
  'order.refunded': OrderRefundedMessage
  'order.expired': OrderExpiredMessage
  'ticket.issued': TicketIssuedMessage
  'ticket.scanned': TicketScannedMessage
  'ticket.cancelled': TicketCancelledMessage
  'ticket.transferred': TicketTransferredMessage
  'member.created': MemberCreatedMessage
  'member.updated': MemberUpdatedMessage
  'member.fulfilled': MemberFulfilledMessage
  'member.renewed': MemberRenewedMessage
  'member.cancelled': MemberCancelledMessage
  'instalment.paid': InstalmentPaidMessage
  'instalment.failed': InstalmentFailedMessage
  'mandate.given': MandateGivenMessage
  'mandate.given_up': MandateGivenUpMessage
  'mandate.failed': MandateFailedMessage
  'instalment.moved': InstalmentMovedMessage
  'renewal.announced': RenewalAnnouncedMessage
  'renewal.failed': RenewalFailedMessage
  'renewal.stopped': RenewalStoppedMessage
  'debt.created': DebtCreatedMessage
  'debt.settled': DebtSettledMessage
  'debt.overdue': DebtOverdueMessage
  'payment.reversed': PaymentReversedMessage
  'credit.changed': CreditChangedMessage
  'customer.created': CustomerCreatedMessage
  'customer.updated': CustomerUpdatedMessage
  'event.created': EventCreatedMessage
  'event.updated': EventUpdatedMessage
  'event.cancelled': EventCancelledMessage
  'event.sold_out': EventSoldOutMessage
  'scan.conflict': ScanConflictMessage
  'webhook_endpoint.disabled': WebhookEndpointDisabledMessage
  'ping': PingMessage
}
