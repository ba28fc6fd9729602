import type { CheckoutBasketCustomer } from '@grandstand/sdk'
import type { Words } from './words/en.ts'

/** What the form says about who buys; everything that was typed is text. */
export function customerOf(form: FormData): CheckoutBasketCustomer {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    email: text('email'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    ...(text('mobile_number') !== '' && { mobile_number: text('mobile_number') }),
    ...(form.get('marketing_emails') !== null && { marketing_emails: true }),
  }
}

/** What is plainly wrong, before the service is asked; by the name of the field. */
export function buyerProblems(customer: CheckoutBasketCustomer, words: Words): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const name of ['email', 'first_name', 'last_name'] as const)
    if (customer[name] === '') problems[name] = words.required
  if (customer.email !== '' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(customer.email))
    problems.email = words.emailWrong
  return problems
}
