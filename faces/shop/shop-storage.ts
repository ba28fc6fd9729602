import { type Memory, readStored, writeStored } from '../kit/storage.ts'
import { routes } from './config.ts'
import type { Wishes } from './prices.ts'
import type { SeatKinds } from './seat-prices.ts'

/**
 * What this browser remembers: the basket, so that a reload or a second tab goes on with it; the orders that were bought here, each with the
 * secret that opens it; and, until the tab is closed, what was chosen and typed, and the attempt at paying that is under way.
 */
export type KeptOrder = { order_id: number; secret: string; title: string; at: number }
/** One attempt at paying: its answer can be asked for again under its key, as long as nothing in it has changed. */
export type Attempt = { basket: string; key: string; request: string }

/** How many of which price, and which seats at which, before they are held. */
export type Choice = { wishes: Wishes; seats: number[]; kinds?: SeatKinds }

/** A sign-in that has gone to this provider, for this callback address, and is expected back. */
export type SignInAttempt = {
  issuer: string
  client_id: string
  redirect_uri: string
  state: string
  nonce: string
  verifier: string
  back: string
}

const ORDERS_MAX = 20
const NOTHING: Choice = { wishes: {}, seats: [] }

/** Several shops may be below one address, and each has a memory of its own. */
const prefix = routes.base === '/shop/' ? 'shop.' : `shop ${routes.base} `

const read = <T>(memory: Memory, name: string) => readStored<T>(memory, prefix + name)
const write = (memory: Memory, name: string, value: unknown) => writeStored(memory, prefix + name, value)

export const shopStorage = {
  basket: () => read<string>('local', 'basket'),
  setBasket(id: string | undefined) {
    write('local', 'basket', id)
    for (const tell of listeners) tell()
  },
  orders: () => read<KeptOrder[]>('local', 'orders') ?? [],
  addOrder(order: KeptOrder) {
    const others = shopStorage.orders().filter(({ order_id }) => order_id !== order.order_id)
    write('local', 'orders', [order, ...others].slice(0, ORDERS_MAX))
  },
  /** The choice for the event that the fan looked at last. */
  choice(eventId: string): Choice {
    const last = read<Choice & { event: string }>('session', 'choice')
    return last?.event === eventId ? last : NOTHING
  },
  setChoice(eventId: string, choice: Partial<Choice>) {
    write('session', 'choice', { ...shopStorage.choice(eventId), ...choice, event: eventId })
  },
  /** What the checkout was filled in with, by the names of its fields. */
  typed: () => read<Record<string, string>>('session', 'typed') ?? {},
  setTyped: (typed: Record<string, string>) => write('session', 'typed', typed),
  /** The basket is paid. Who the buyer is stays for the next one. */
  finish() {
    shopStorage.setBasket(undefined)
    shopStorage.setCode(undefined)
    shopStorage.setAttempt(undefined)
    write('session', 'choice', undefined)
    const { email, first_name, last_name, mobile_number } = shopStorage.typed()
    shopStorage.setTyped(definedOf({ email, first_name, last_name, mobile_number }))
  },
  attempt: () => read<Attempt>('session', 'attempt'),
  setAttempt: (attempt: Attempt | undefined) => write('session', 'attempt', attempt),
  /** By a link to pay by, until it is the basket: a buyer who holds other tickets is asked first. */
  linked: () => read<string>('session', 'linked'),
  setLinked: (id: string | undefined) => write('session', 'linked', id),
  /** The secret of the debt whose link was opened last, until the tab is closed. */
  debt: () => read<string>('session', 'debt'),
  setDebt: (secret: string) => write('session', 'debt', secret),
  code: () => read<string>('session', 'code'),
  setCode: (code: string | undefined) => write('session', 'code', code),
  /** The basket whose buyer has shown that they are a member. */
  provenBasket: () => read<string>('local', 'proven'),
  setProvenBasket: (id: string | undefined) => write('local', 'proven', id),
  signIn: () => read<SignInAttempt>('session', 'sign-in'),
  setSignIn: (attempt: SignInAttempt | undefined) => write('session', 'sign-in', attempt),
  /** By which staff are shown a draft, until the tab is closed. */
  preview(eventId: string): string | undefined {
    const preview = read<{ event: string; token: string }>('session', 'preview')
    return preview?.event === eventId ? preview.token : undefined
  },
  setPreview: (event: string, token: string) => write('session', 'preview', { event, token }),
  token: () => read<string>('session', 'token'),
  setToken: (token: string | undefined) => write('session', 'token', token),
  language: () => read<string>('local', 'language'),
  setLanguage: (language: string) => write('local', 'language', language),
}

const definedOf = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))

const listeners = new Set<() => void>()

/** Tells when the basket is another one, changed here or in another tab. */
export function watchBasket(tell: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === `${prefix}basket` || key === null) tell()
  }
  listeners.add(tell)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(tell)
    removeEventListener('storage', onStorage)
  }
}

/** The attempt that this request belongs to: the one under way if it asks for the very same, else a new one. */
export function attemptFor(basket: string, request: string): Attempt {
  const before = shopStorage.attempt()
  const same = before?.basket === basket && before.request === request
  const attempt = same ? before : { basket, request, key: crypto.randomUUID() }
  shopStorage.setAttempt(attempt)
  return attempt
}

/** What was bought is kept with its secret, and its basket is over; one that was begun since goes on. */
export function keepOrder(basketId: string, order: { order_id: number; secret: string; title: string }): void {
  shopStorage.addOrder({ ...order, at: Date.now() })
  if ([basketId, undefined].includes(shopStorage.basket())) shopStorage.finish()
}
