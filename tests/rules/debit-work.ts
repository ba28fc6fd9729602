import { DAY_MS } from '../../server/platform/values/durations.ts'
import { grace, membershipsOf } from '../builders/membership-sale.ts'
import type { Workplace } from './workplace.ts'

/** A membership on instalments that are charged by themselves. */
export async function joinByCard({ house, club, shop }: Workplace, payment_method = 'pm_test_ok') {
  const { addType, addOption } = membershipsOf(house, club)
  const membership_payment_option_id = await addOption({ collection: 'automatic' })
  const item = { membership_type_id: await addType(), membership_payment_option_id, member: grace }
  const { body } = await shop.open({ items: [item] })
  await shop.checkOut(body.id, { payment_method, mandate_version: 1 })
}

/** The worker's tasks about direct debits. */
export const debitTasks = {
  'announce debits': {
    prepare: (place: Workplace) => joinByCard(place, 'pm_test_debit_ok'),
    afterMs: 20 * DAY_MS,
  },
  'return debits of sandboxes': {
    prepare: async ({ house, buy, run }: Workplace) => {
      await buy('pm_test_debit_returned')
      house.clock.advance(6 * DAY_MS)
      await run('reconcile orders')
    },
    afterMs: 3 * DAY_MS,
  },
}
