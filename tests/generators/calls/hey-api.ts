import {
  addItem,
  cancelOrder,
  checkoutBasket,
  createEvent,
  createPrice,
  createPriceCategory,
  createQuestion,
  createSsoProvider,
  createVenue,
  listMembers,
  openBasket,
  rollApiKey,
} from './client'

// The simplest call of each, as a developer writes it who has read no more than what is required.
const path = { event_id: '5' }
const basket = { basket_id: 'bsk_x' }

export const calls = () => [
  listMembers(),
  createVenue({ body: { name: 'Harbour Park' } }),
  createEvent({ body: { title: 'Harbour Derby', event_start_unix: 1_900_000_000 } }),
  createPriceCategory({ path, body: { title: 'North Stand', capacity: 200 } }),
  createPrice({ path, body: { price_category_id: 8, title: 'Adult', price: 25 } }),
  createQuestion({ path, body: { key: 'diet', kind: 'text', asked_of: 'ticket', title: 'What do you eat?' } }),
  openBasket({ body: { items: [{ price_id: 12, quantity: 2 }] } }),
  addItem({ path: basket, body: { price_id: 12 } }),
  checkoutBasket({
    path: basket,
    body: {
      payment_method: 'pm_test_ok',
      customer: { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' },
    },
  }),
  cancelOrder({ path: { order_id: '17' } }),
  rollApiKey({ path: { key_id: '7' } }),
  createSsoProvider({ body: { name: 'Club account', issuer: 'https://id.example.org', audiences: ['ticket-pages'] } }),
]
