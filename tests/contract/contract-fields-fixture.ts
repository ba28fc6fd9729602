/** The published description's own names and types, resource by resource: what every client was written against. */
export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'integer[]'
export type Fields = Record<string, FieldType>

const of = (type: FieldType, names: string): Fields =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, type]))

export const customer: Fields = {
  ...of('string', 'org_customer_id org_id first_name last_name email_address mobile_number postcode'),
  ...of('integer', 'add_date user_id updated_at'),
  ...of('boolean', 'marketing_emails new_event_notifications'),
}

const organisation = of(
  'string',
  `org_id name company business_number payment_account_id country country_name timezone logo_image background_image favicon
   background_color`,
)

const event: Fields = {
  ...of(
    'string',
    `event_id title org_id organisation_name venue_id venue_name url_string buy_tickets_url currency currency_symbol
     formatted_full_event_start_date formatted_event_start_date_day formatted_event_start_date_time
     formatted_event_start_date_month formatted_event_start_date_date formatted_event_start_date_year utc_event_start_date
     timezone event_status_id banner_image`,
  ),
  ...of('boolean', 'online_event public_event reserved_seating sold_out'),
  ...of('integer', 'membership_seat_map_id'),
}

const scan: Fields = {
  ...of(
    'integer',
    'gate_id order_id ticket_id price_category_id membership_category_id unix_local_timestamp tickets_sold',
  ),
  ...of(
    'string',
    `scan_date scan_time gate result ticket_name barcode price_category_status category_title price_title email_address`,
  ),
}

const price: Fields = {
  ...of(
    'integer',
    `price_id price_category_id available_from_unix available_until_unix local_available_from_unix local_available_until_unix
     membership_type_id tickets_included scanning_flag`,
  ),
  ...of('string', 'price_category_title title membership_type_name status'),
  ...of('number', 'price rebate service_fee service_tax'),
  ...of('boolean', 'group_ticket show_online show_boxoffice'),
}

const categoryStats: Fields = { ...of('integer', 'price_category_id sold attended'), ...of('string', 'category_title') }

const priceStats: Fields = { ...categoryStats, ...of('integer', 'price_id'), ...of('string', 'price_title') }

const summaryRow: Fields = {
  ...of('string', 'ticket_price_category ticket_price'),
  ...of('integer', 'tickets orders'),
  ...of('number', 'net_sales gross_sales'),
}

const order: Fields = {
  ...of('integer', 'order_id order_date user_id country_id'),
  ...of('string', 'order_uuid order_status first_name last_name email_address postcode payment_method'),
  ...of('boolean', 'marketing_opt_in'),
  ...of('number', 'transaction_fee discount_amount'),
}

const member: Fields = {
  ...of(
    'integer',
    `membership_member_id membership_category_id membership_type_id membership_member_status_id membership_seat_id user_id
     created updated_at expires auto_renew country_id`,
  ),
  ...of(
    'string',
    `member_number person_id category_title type_title barcode seat_section seat_aisle seat_row seat_level seat_gate
     seat_title first_name last_name date_of_birth gender company_name address address2 suburb state postcode mobile_number
     email_address membership_order_id membership_fulfilled fulfillment_tracking_code`,
  ),
  ...of('boolean', 'marketing_emails instalments'),
}

const membershipType: Fields = {
  ...of(
    'integer',
    'membership_type_id membership_category_id offer_auto_renew show_online game_day_access order_by status',
  ),
  ...of('string', 'category_title title expires'),
  ...of('number', 'price'),
}

const membershipCategory: Fields = {
  ...of('integer', 'membership_category_id membership_seat_map_id show_online game_day_access order_by status'),
  ...of('string', 'title image hex_color'),
}

const paymentOption: Fields = {
  ...of('string', 'membership_payment_option_id title'),
  ...of('integer', 'auto_renewal fixed_end_date number_of_instalments order_by'),
}

const ssoOrder: Fields = {
  ...of('string', 'order_id order_date event_id event_title event_start'),
  ...of('number', 'total'),
}

const ssoTicket: Fields = {
  ...of('integer', 'ticket_id ticket_status_id'),
  ...of('string', 'barcode price_title ticket_name section_label sub_section_title seat_aisle seat_title'),
  ...of('number', 'price fees'),
}

const list: Fields = { ...of('string', 'object url'), ...of('boolean', 'has_more'), ...of('array', 'data') }
const sso: Fields = { ...of('string', 'object'), ...of('array', 'data') }

export type Described = {
  /** Of the answer itself, and of the items of its `data`. */
  answer: Fields
  items?: Fields
  /** The description gives the list a shape of its own: the answer has these fields and no other. */
  exact?: true
  query?: Record<string, Parameter>
}
/** A default and bounds, where the description has them. */
export type Parameter = {
  type: 'integer' | 'string' | 'boolean'
  default?: unknown
  minimum?: number
  maximum?: number
}

const page = (usual: number, most: number): Record<string, Parameter> => ({
  page_number: { type: 'integer', default: 1, minimum: 1 },
  limit: { type: 'integer', default: usual, minimum: 1, maximum: most },
})
const text: Parameter = { type: 'string' }
const integer: Parameter = { type: 'integer' }
const flag: Parameter = { type: 'boolean' }
const times = { unix_start: integer, unix_end: integer }

/** By method and path. What is added to an answer is ours; what stands here never changes. */
export const described: Record<string, Described> = {
  'GET /v1/organisation': { answer: organisation },
  'GET /v1/customers': {
    answer: { ...list, org_id: 'string' },
    items: customer,
    query: {
      ...page(20, 100),
      search: text,
      sort_direction: { ...text, default: 'desc' },
      sort_field: text,
      updated_since: integer,
    },
  },
  'GET /v1/customers/{customer_id}': { answer: customer },
  'GET /v1/events': {
    answer: { ...list, org_id: 'string' },
    items: event,
    query: { ...page(100, 100), search: text, event_status_id: { ...text, default: 'all' } },
  },
  'GET /v1/events/{event_id}': { answer: event },
  'GET /v1/events/{event_id}/scans': {
    answer: { event_id: 'string', total: 'integer', has_more: 'boolean', data: 'array' },
    items: scan,
    exact: true,
    query: { ...page(100, 2500), ...times, include_sales: flag },
  },
  'GET /v1/events/{event_id}/prices': { answer: { data: 'array' }, items: price, exact: true },
  'GET /v1/events/{event_id}/stats/price_categories': {
    answer: { event_id: 'string', data: 'array' },
    items: categoryStats,
    exact: true,
    query: { include_cancelled: flag },
  },
  'GET /v1/events/{event_id}/stats/prices': {
    answer: { event_id: 'string', data: 'array' },
    items: priceStats,
    exact: true,
    query: { include_cancelled: flag },
  },
  'GET /v1/events/{event_id}/sales_summary': {
    answer: { data: 'array', has_more: 'boolean' },
    items: summaryRow,
    exact: true,
    query: times,
  },
  'GET /v1/events/{event_id}/orders': {
    answer: { ...list, event_id: 'string' },
    items: order,
    query: { ...page(20, 100), order_status: text, search: text, ...times },
  },
  'GET /v1/orders/{order_id}': { answer: { ...order, tickets: 'array' } },
  'GET /v1/members': {
    answer: { ...list, next_cursor: 'string' },
    items: member,
    query: {
      updated_since: integer,
      updated_until: integer,
      created_since: integer,
      created_until: integer,
      membership_fulfilled: text,
      membership_member_status_id: { type: 'integer', minimum: 0, maximum: 3 },
      membership_type_id: integer,
      membership_seat_map_id: integer,
      limit: { type: 'integer', minimum: 1, maximum: 500 },
      page_number: { type: 'integer', minimum: 1 },
      cursor: text,
    },
  },
  'GET /v1/members/{membership_member_id}': { answer: member },
  'POST /v1/members': { answer: { member_id: 'string', first_name: 'string' } },
  'POST /v1/members/fulfillments': { answer: { members_fulfilled: 'integer', not_found: 'integer[]' } },
  'PUT /v1/members/{membership_member_id}/fulfillment_tracking_code': {
    answer: { membership_member_id: 'string', fulfillment_tracking_code: 'string' },
  },
  'GET /v1/membership_types': { answer: list, items: membershipType },
  'GET /v1/membership_categories': { answer: list, items: membershipCategory },
  'GET /v1/membership_payment_options': { answer: list, items: paymentOption },
  'GET /v1/sso/orders': { answer: sso, items: ssoOrder, exact: true },
  'GET /v1/sso/orders/{order_id}/tickets': { answer: sso, items: ssoTicket, exact: true },
}
