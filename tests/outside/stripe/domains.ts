import { missing, StripeFault } from './fault.ts'
import { PARAMETERS, type Values } from './parameters.ts'

const WALLETS = ['amazon_pay', 'apple_pay', 'google_pay', 'klarna', 'link', 'paypal'] as const
type Standing = { status: 'active' | 'inactive'; status_details?: { error_message: string } }
type Domain = {
  id: string
  object: 'payment_method_domain'
  account: string
  domain_name: string
  enabled: boolean
  livemode: boolean
  created: number
} & Record<(typeof WALLETS)[number], Standing>

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** Hosts at which an account's wallets are shown. */
export class Domains {
  readonly all = new Map<string, Domain>()
  /** What is said of a wallet at a host, as `tickets.example.org apple_pay`, until it is taken away. */
  readonly problems = new Map<string, string>()

  /** Hosts that are never taken. */
  readonly refused = new Set<string>()

  create(account: string, values: Values): Domain {
    const { domain_name: name, enabled = true } = values
    if (typeof name !== 'string')
      throw new StripeFault(400, 'parameter_missing', 'Missing required param: domain_name.', 'domain_name')
    if (!HOST.test(name) || this.refused.has(name))
      throw new StripeFault(400, undefined, `${name} is not a valid domain name.`, 'domain_name')
    if (this.#named(account, name))
      throw new StripeFault(400, undefined, `The domain ${name} is registered already.`, 'domain_name')
    const id = `pmd_${this.all.size + 1}`
    const domain = {
      id,
      object: 'payment_method_domain',
      account,
      domain_name: name,
      enabled,
      livemode: true,
      created: 0,
    }
    this.all.set(id, this.#judge(domain as Domain))
    return this.find(account, id)
  }

  list(account: string, { domain_name, enabled }: Values): Domain[] {
    return [...this.all.values()].filter(
      (each) =>
        each.account === account &&
        (domain_name === undefined || each.domain_name === domain_name) &&
        (enabled === undefined || each.enabled === enabled),
    )
  }

  find(account: string, id: string): Domain {
    const domain = this.all.get(id)
    if (domain?.account !== account) throw missing('payment_method_domain', id, 'payment_method_domain')
    return domain
  }

  update(account: string, id: string, values: Values): Domain {
    return Object.assign(this.find(account, id), values)
  }

  /** Only now is looked again at what was amiss. */
  validate(account: string, id: string): Domain {
    return this.#judge(this.find(account, id))
  }

  #named(account: string, name: string): boolean {
    return this.list(account, { domain_name: name }).length > 0
  }

  #judge(domain: Domain): Domain {
    for (const wallet of WALLETS) {
      const problem = this.problems.get(`${domain.domain_name} ${wallet}`)
      domain[wallet] =
        problem === undefined
          ? { status: 'active' }
          : { status: 'inactive', status_details: { error_message: problem } }
    }
    return domain
  }
}

type Call = { account: string; id: string; values: Values }

export const domainRoutes = (domains: Domains) => [
  {
    method: 'POST',
    path: /^\/v1\/payment_method_domains$/,
    parameters: PARAMETERS.createDomain,
    run: ({ account, values }: Call) => domains.create(account, values),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_method_domains$/,
    parameters: PARAMETERS.listDomains,
    run: ({ account, values }: Call) => ({
      ...{ object: 'list', url: '/v1/payment_method_domains', has_more: false },
      data: domains.list(account, values),
    }),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_method_domains\/(\w+)$/,
    parameters: PARAMETERS.updateDomain,
    run: ({ account, id, values }: Call) => domains.update(account, id, values),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_method_domains\/(\w+)\/validate$/,
    parameters: PARAMETERS.none,
    run: ({ account, id }: Call) => domains.validate(account, id),
  },
]
