import { eitherOf, wordReader } from './read-cells.ts'

/** What a club writes for the state of payment; in a column called Paid there is a yes or a no. */
export const statusReader = wordReader({
  ...eitherOf('1', '0'),
  unpaid: '0',
  paid: '1',
  instalments: '2',
  cancelled: '3',
  unbezahlt: '0',
  offen: '0',
  bezahlt: '1',
  raten: '2',
  gekündigt: '3',
  impagado: '0',
  pendiente: '0',
  pagado: '1',
  plazos: '2',
  cancelado: '3',
})
