import { addRow, type Columns, type Owner, type Store } from './rows.ts'

export const addMembershipCategory = (store: Store, owner: Owner, columns: Columns = {}): Promise<number> =>
  addRow(store, owner, 'membership_categories', 'membership_category_id', { title: 'Season', ...columns })

/** In a category of its own, unless its columns name one. */
export async function addMembershipType(store: Store, owner: Owner, columns: Columns = {}): Promise<number> {
  const membership_category_id = columns.membership_category_id ?? (await addMembershipCategory(store, owner))
  const type = { title: 'Adult', price_minor: 24_950, expires: '2030-06-30', ...columns, membership_category_id }
  return addRow(store, owner, 'membership_types', 'membership_type_id', type)
}

export const addPaymentOption = (store: Store, owner: Owner): Promise<number> =>
  addRow(store, owner, 'membership_payment_options', 'membership_payment_option_id', { title: 'At once' })
