import createClient from 'openapi-fetch'
import type { paths } from './types.ts'

// The simplest call of each, as a developer writes it who has read no more than what is required.
const api = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000', headers: { authorization: 'Bearer gs_sk_test_…' } })
const event = { params: { path: { event_id: '5' } } }

export const calls = () => [
  api.GET('/v1/members'),
  api.POST('/v1/manage/venues', { body: { name: 'Harbour Park' } }),
  api.POST('/v1/manage/events', { body: { title: 'Harbour Derby', event_start_unix: 1_900_000_000 } }),
  api.POST('/v1/manage/events/{event_id}/price_categories', {
    ...event,
    body: { title: 'North Stand', capacity: 200 },
  }),
  api.POST('/v1/manage/events/{event_id}/prices', {
    ...event,
    body: { price_category_id: 8, title: 'Adult', price: 25 },
  }),
  api.POST('/v1/manage/events/{event_id}/questions', {
    ...event,
    body: { key: 'diet', kind: 'text', asked_of: 'ticket', title: 'What do you eat?' },
  }),
  api.POST('/v1/baskets', { body: { items: [{ price_id: 12, quantity: 2 }] } }),
  api.POST('/v1/baskets/{basket_id}/items', { params: { path: { basket_id: 'bsk_x' } }, body: { price_id: 12 } }),
  api.POST('/v1/baskets/{basket_id}/checkout', {
    params: { path: { basket_id: 'bsk_x' } },
    body: {
      payment_method: 'pm_test_ok',
      customer: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' },
    },
  }),
  api.POST('/v1/manage/orders/{order_id}/cancel', { params: { path: { order_id: '17' } } }),
  api.POST('/v1/manage/api_keys/{key_id}/roll', { params: { path: { key_id: '7' } } }),
  api.POST('/v1/manage/sso_providers', {
    body: { name: 'Club account', issuer: 'https://id.example.org', audiences: ['ticket-pages'] },
  }),
]
