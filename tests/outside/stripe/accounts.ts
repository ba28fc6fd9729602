import { DEBITS } from './debits.ts'
import { missing, StripeFault } from './fault.ts'
import type { Values } from './parameters.ts'
import { REDIRECTS } from './redirects.ts'

export type Account = {
  id: string
  object: 'account'
  type: string
  country: string
  details_submitted: boolean
  charges_enabled: boolean
  payouts_enabled: boolean
  metadata: Record<string, string>
}

/** The accounts that the platform has opened for others. */
export class Accounts {
  readonly all = new Map<string, Account>()
  /** The ways to pay that accounts have switched on there; of any other, cards. */
  readonly methods = new Map<string, string[]>()
  /** Where each link leads back to, by its address. */
  readonly links = new Map<string, { account: string; returnUrl: string }>()

  create(caller: string, values: Values): Account {
    refuseConnected(caller)
    const account: Account = {
      id: `acct_opened${this.all.size + 1}`,
      object: 'account',
      type: String(values.type),
      country: String(values.country),
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      metadata: (values.metadata ?? {}) as Record<string, string>,
    }
    this.all.set(account.id, account)
    return account
  }

  link(caller: string, values: Values) {
    refuseConnected(caller)
    const { id } = this.find(caller, String(values.account))
    const url = `https://connect.stripe.test/setup/s/${id}/${this.links.size + 1}`
    this.links.set(url, { account: id, returnUrl: String(values.return_url) })
    const created = Math.floor(Date.now() / 1000)
    return { object: 'account_link', created, expires_at: created + 300, url }
  }

  /** Of the account that asks: what its dashboard says may be offered. */
  configurations(caller: string) {
    const names = this.methods.get(caller) ?? ['card']
    const ways = Object.fromEntries(
      ['card', 'apple_pay', 'google_pay', 'link', ...DEBITS, ...REDIRECTS].map((name) => [
        name,
        { available: names.includes(name) },
      ]),
    )
    return [{ id: 'pmc_1', object: 'payment_method_configuration', active: true, is_default: true, ...ways }]
  }

  find(caller: string, id: string): Account {
    refuseConnected(caller)
    const account = this.all.get(id)
    if (!account) throw missing('account', id, 'account')
    return account
  }

  /** The club fills in the pages behind a link, as far as `done` says, and is sent back: to the address that is returned. */
  visit(url: string, done: Partial<Account> = { details_submitted: true, charges_enabled: true }): URL {
    const link = this.links.get(url)
    if (!link) throw new Error(`no link ${url}`)
    Object.assign(this.find('platform', link.account), done)
    return new URL(link.returnUrl)
  }
}

function refuseConnected(caller: string): void {
  if (caller === 'platform') return
  throw new StripeFault(403, undefined, 'Only a platform opens accounts.', undefined, 'permission_error')
}
