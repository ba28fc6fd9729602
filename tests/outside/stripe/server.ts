/**
 * An imitation of the part of Stripe that we call, for the official package to talk to over HTTP. It is not Stripe: it was
 * written by us from Stripe's documentation. It checks names and types of what is sent and keeps state, so it proves that our
 * calls are well formed and that we bear what it plays; how Stripe itself behaves today, it cannot prove.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { Accounts } from './accounts.ts'
import { Customers } from './customers.ts'
import { Mandates } from './debits.ts'
import { Disputes } from './disputes.ts'
import { Domains, domainRoutes } from './domains.ts'
import { expanded } from './expand-intent.ts'
import { StripeFault } from './fault.ts'
import { checkHeaders } from './headers.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { pageOf } from './page-of.ts'
import { PARAMETERS, type Parameters, readParameters, type Values } from './parameters.ts'
import { PaymentIntents } from './payment-intents.ts'
import { Payouts, payoutRoutes } from './payouts.ts'
import { Readers } from './readers.ts'
import { Refunds } from './refunds.ts'
import { meansRoutes, SetupIntents } from './setup-intents.ts'
import { findToken } from './tokens.ts'

/**
 * What happens to a call. It is carried out in full, unless it is lost on its way, turned away or fails at the start. A 500 is
 * kept for the idempotency key like every other answer, and given again for it.
 */
export type Trouble = 'hang' | 'reset' | 'lost' | 'error_500' | 'error_500_at_start' | 'rate_limit'

type Call = { account: string; id: string; values: Values }
type Route = { method: string; path: RegExp; parameters: Parameters; run: (call: Call) => unknown }

type Options = {
  /** By whose clock an index is behind; the machine's unless said. */
  clock?: () => Date
  /** What happens to each call, where a test says nothing. */
  mischief?: (call: string) => Trouble | undefined
}

/** Until the tests of the file are done. */
export async function startStripeServer(options: Options = {}) {
  const { close, ...server } = await openStripeServer(options)
  after(close)
  return server
}

export async function openStripeServer({ clock = () => new Date(), mischief = () => undefined }: Options = {}) {
  const customers = new Customers()
  const mandates = new Mandates()
  const intents = new PaymentIntents(clock, customers, mandates)
  const setups = new SetupIntents(customers, mandates)
  const refunds = new Refunds(intents, clock)
  const disputes = new Disputes(intents, clock)
  const payouts = new Payouts({ intents, refunds, disputes, clock })
  const readers = new Readers(intents)
  const accounts = new Accounts()
  const domains = new Domains()
  const keys = new IdempotencyKeys()
  const calls: string[] = []
  const troubles: (Trouble | undefined)[] = []
  const troublesAtCreate: Trouble[] = []
  const list = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data })
  const routes: Route[] = [
    ...meansRoutes(setups, customers, mandates),
    ...payoutRoutes(payouts),
    ...domainRoutes(domains),
    {
      method: 'POST',
      path: /^\/v1\/payment_intents$/,
      parameters: PARAMETERS.createIntent,
      run: ({ account, values }) => intents.create(account, values),
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_intents\/search$/,
      parameters: PARAMETERS.searchIntents,
      run: ({ account, values }) => ({
        ...list('/v1/payment_intents/search', intents.search(account, String(values.query))),
        object: 'search_result',
        next_page: null,
      }),
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_intents\/(\w+)$/,
      parameters: PARAMETERS.retrieveIntent,
      run: ({ account, id, values }) => expanded(intents.find(account, id), values),
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/confirm$/,
      parameters: PARAMETERS.confirmIntent,
      run: ({ account, id, values }) => expanded(intents.confirm(account, id, values), values),
    },
    {
      method: 'POST',
      path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
      parameters: PARAMETERS.cancelIntent,
      run: ({ account, id, values }) => intents.cancel(account, id, values),
    },
    {
      method: 'GET',
      path: /^\/v1\/confirmation_tokens\/(\w+)$/,
      parameters: PARAMETERS.none,
      run: ({ id }) => findToken(id),
    },
    {
      method: 'POST',
      path: /^\/v1\/refunds$/,
      parameters: PARAMETERS.createRefund,
      run: ({ account, values }) => refunds.create(account, values),
    },
    listOf('refunds', PARAMETERS.listRefunds, (account, { payment_intent: intentId }) =>
      refunds.list(account, intentId as string | undefined),
    ),
    listOf('disputes', PARAMETERS.listDisputes, (account) => disputes.list(account)),
    listOf('charges', PARAMETERS.listCharges, (account) => intents.charges(account)),
    {
      method: 'GET',
      path: /^\/v1\/refunds\/(\w+)$/,
      parameters: PARAMETERS.none,
      run: ({ account, id }) => refunds.find(account, id),
    },
    {
      method: 'POST',
      path: /^\/v1\/accounts$/,
      parameters: PARAMETERS.createAccount,
      run: ({ account, values }) => accounts.create(account, values),
    },
    {
      method: 'POST',
      path: /^\/v1\/account_links$/,
      parameters: PARAMETERS.createAccountLink,
      run: ({ account, values }) => accounts.link(account, values),
    },
    {
      method: 'GET',
      path: /^\/v1\/accounts\/(\w+)$/,
      parameters: PARAMETERS.none,
      run: ({ account, id }) => accounts.find(account, id),
    },
    {
      method: 'GET',
      path: /^\/v1\/payment_method_configurations$/,
      parameters: PARAMETERS.listConfigurations,
      run: ({ account }) => list('/v1/payment_method_configurations', accounts.configurations(account)),
    },
    {
      method: 'GET',
      path: /^\/v1\/terminal\/readers$/,
      parameters: PARAMETERS.listReaders,
      run: ({ account }) => list('/v1/terminal/readers', readers.list(account)),
    },
    {
      method: 'GET',
      path: /^\/v1\/terminal\/readers\/(\w+)$/,
      parameters: PARAMETERS.none,
      run: ({ account, id }) => readers.find(account, id),
    },
    {
      method: 'POST',
      path: /^\/v1\/terminal\/readers\/(\w+)\/process_payment_intent$/,
      parameters: PARAMETERS.processOnReader,
      run: ({ account, id, values }) => readers.process(account, id, values),
    },
    {
      method: 'POST',
      path: /^\/v1\/terminal\/readers\/(\w+)\/cancel_action$/,
      parameters: PARAMETERS.none,
      run: ({ account, id }) => readers.cancelAction(account, id),
    },
  ]

  const answer = (request: IncomingMessage, text: string, trouble: Trouble | undefined) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe')
    const account = checkHeaders(request)
    const found = routes.find(({ method, path }) => method === request.method && path.test(pathname))
    if (!found) throw new StripeFault(404, undefined, `Unrecognized request URL (${request.method}: ${pathname}).`)
    calls.push(`${request.method} ${pathname}`)
    if (trouble === 'rate_limit')
      throw new StripeFault(429, 'rate_limit', 'Too many requests', undefined, 'rate_limit_error')
    const id = found.path.exec(pathname)?.[1] ?? ''
    const run = () => {
      if (trouble === 'error_500_at_start') throw oops()
      const body = found.run({
        account,
        id,
        values: readParameters(text === '' ? search.slice(1) : text, found.parameters),
      })
      if (trouble === 'error_500') throw oops()
      return body
    }
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || key === undefined) return { status: 200, body: run() }
    return keys.claim(account, String(key), `${pathname} ${text}`) ?? keep(account, String(key), run)
  }

  const keep = (account: string, key: string, run: () => unknown) => {
    try {
      const done = { status: 200, body: structuredClone(run()) }
      keys.keep(account, key, done)
      return done
    } catch (error) {
      const began = error instanceof StripeFault && (error.status === 402 || error.status === 500)
      keys.keep(account, key, began ? { status: error.status, body: error.toBody() } : undefined)
      throw error
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const call = `${request.method} ${request.url}`
    const queue = call === 'POST /v1/payment_intents' ? troublesAtCreate : troubles
    const trouble = queue.shift() ?? mischief(call)
    if (trouble === 'lost') return
    const { status, body } = toAnswer(() => answer(request, text, trouble))
    if (trouble === 'hang') return
    if (trouble === 'reset') return request.socket.resetAndDestroy()
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${calls.length}` })
    response.end(JSON.stringify(body))
  }

  // A failure of the imitation ends the test's process: nothing hears its rejection.
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    customers,
    mandates,
    intents,
    setups,
    refunds,
    disputes,
    payouts,
    readers,
    accounts,
    domains,
    keys,
    /** Method and path of every call, in order. */
    calls,
    /** Happens to the next answers, one each, but to those that only make a PaymentIntent, which moves no money. */
    trouble: Object.assign((...next: (Trouble | undefined)[]) => troubles.push(...next), {
      clear: () => {
        troubles.length = 0
      },
    }),
    troubleAtCreate: (...next: Trouble[]) => troublesAtCreate.push(...next),
    close: () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** A list of an account, newest first, of the name that Stripe gives it. */
const listOf = (
  name: string,
  parameters: Parameters,
  items: (account: string, values: Values) => { id: string; created: number }[],
): Route => ({
  method: 'GET',
  path: new RegExp(`^/v1/${name}$`),
  parameters,
  run: ({ account, values }) => pageOf(`/v1/${name}`, items(account, values), values),
})

const oops = () => new StripeFault(500, undefined, 'Oops', undefined, 'api_error')

function toAnswer(run: () => { status: number; body: unknown }): { status: number; body: unknown } {
  try {
    return run()
  } catch (error) {
    if (error instanceof StripeFault) return { status: error.status, body: error.toBody() }
    throw error
  }
}
