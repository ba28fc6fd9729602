import { addRow, type Columns, type Owner, type Store, unique } from './rows.ts'

/** Ten per cent off, unless its columns say otherwise. */
export async function addDiscount(store: Store, owner: Owner, columns: Columns = {}) {
  const code = unique('EARLY')
  const percent = 'amount_minor' in columns ? {} : { basis_points: 1000 }
  const discountId = await addRow(store, owner, 'discounts', 'discount_id', { code, ...percent, ...columns })
  return { discountId, code: String(columns.code ?? code) }
}
