import { BasketPage } from './basket-page.tsx'
import { OrderPage } from './order-page.tsx'

/** From the basket to the tickets: a fan who opens the first needs the others next. */
export const tillPages = { BasketPage, OrderPage }
