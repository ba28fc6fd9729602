import { missing, StripeFault } from './fault.ts'
import type { Values } from './parameters.ts'

export type Customer = { id: string; object: 'customer'; account: string; email: string | null; name: string | null }

/** People whom an account knows, and the payment methods that are theirs: those that a payment was to keep, once it has succeeded. */
export class Customers {
  readonly all = new Map<string, Customer>()
  readonly #attached = new Set<string>()
  readonly detached: string[] = []

  create(account: string, values: Values): Customer {
    const { email = null, name = null } = values as { email?: string; name?: string }
    const customer: Customer = { id: `cus_${this.all.size + 1}`, object: 'customer', account, email, name }
    this.all.set(customer.id, customer)
    return customer
  }

  /** Of the account that asks: another's are unknown to it. */
  check(account: string, id: string): string {
    if (this.all.get(id)?.account !== account) throw missing('customer', id, 'customer')
    return id
  }

  attach(customer: string, method: string): void {
    this.#attached.add(`${customer} ${method}`)
  }

  /** A card is one person's there; the names of Stripe's test mode are everyone's, so the last who has it gives it up. */
  detach(method: string) {
    const last = [...this.#attached].findLast((attached) => attached.endsWith(` ${method}`))
    if (last === undefined)
      throw new StripeFault(400, undefined, 'The payment method you provided is not attached to a customer.')
    this.#attached.delete(last)
    this.detached.push(method)
    return { id: method, object: 'payment_method', customer: null }
  }

  /** What was used without a wish to keep it cannot be charged again. */
  requireAttached(customer: string | null, method: string): void {
    if (customer !== null && this.#attached.has(`${customer} ${method}`)) return
    throw new StripeFault(
      400,
      undefined,
      `The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, and may not be used again (${method}).`,
      'payment_method',
    )
  }
}
