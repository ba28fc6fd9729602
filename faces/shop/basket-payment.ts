import { paymentWith } from './payment.tsx'

/** Few pay by pretence or leave the page. */
export const { Payment, Express, useBank } = paymentWith(() =>
  import('./more-pages.tsx').then(({ morePages }) => morePages),
)
