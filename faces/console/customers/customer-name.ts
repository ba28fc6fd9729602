import { words } from '../words/customers.ts'

type Named = {
  first_name: string | null
  last_name: string | null
  email_address: string | null
  org_customer_id: string
}

/** Who it is, by the best that is known of them. */
export function customerName({ first_name, last_name, email_address, org_customer_id }: Named): string {
  if (isErased({ org_customer_id })) return words.erasedCustomer
  const name = [first_name, last_name].filter((part) => part !== null && part !== '').join(' ')
  return name === '' ? (email_address ?? org_customer_id) : name
}

/** What is left of a customer who was forgotten: amounts, and no person behind them. */
export const isErased = ({ org_customer_id }: { org_customer_id: string }): boolean =>
  org_customer_id.startsWith('erased-')
