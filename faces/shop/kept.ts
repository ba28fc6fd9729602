import type { Wishes } from './prices.ts'

/**
 * What this browser remembers: the basket, so that a reload or a second tab goes on with it; the orders that were bought here, each with the
 * secret that opens it; and, until the tab is closed, what was chosen and typed, and the attempt at paying that is under way.
 */
export type KeptOrder = { order_id: number; secret: string; title: string; at: number }
/** One attempt at paying: its answer can be asked for again under its key, as long as nothing in it has changed. */
export type Attempt = { basket: string; key: string; request: string }

/** How many of which price, and which seats, before they are held. */
export type Choice = { wishes: Wishes; seats: number[] }

/** A sign-in that has gone to the provider and is expected back. */
export type SignInAttempt = { state: string; nonce: string; verifier: string; back: string }

const ORDERS_MAX = 20
const NOTHING: Choice = { wishes: {}, seats: [] }

function read<T>(storage: Storage, name: string): T | undefined {
  try {
    const text = storage.getItem(`shop.${name}`)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** Where a browser keeps nothing, the shop works on without a memory. */
function write(storage: Storage, name: string, value: unknown): void {
  try {
    if (value === undefined) storage.removeItem(`shop.${name}`)
    else storage.setItem(`shop.${name}`, JSON.stringify(value))
  } catch {}
}

export const kept = {
  basket: () => read<string>(localStorage, 'basket'),
  setBasket(id: string | undefined) {
    write(localStorage, 'basket', id)
    for (const tell of listeners) tell()
  },
  orders: () => read<KeptOrder[]>(localStorage, 'orders') ?? [],
  addOrder(order: KeptOrder) {
    const others = kept.orders().filter(({ order_id }) => order_id !== order.order_id)
    write(localStorage, 'orders', [order, ...others].slice(0, ORDERS_MAX))
  },
  /** Of the event that was looked at last. */
  choice(eventId: string): Choice {
    const last = read<Choice & { event: string }>(sessionStorage, 'choice')
    return last?.event === eventId ? last : NOTHING
  },
  setChoice(eventId: string, choice: Partial<Choice>) {
    write(sessionStorage, 'choice', { ...kept.choice(eventId), ...choice, event: eventId })
  },
  /** What the checkout was filled in with, by the names of its fields. */
  typed: () => read<Record<string, string>>(sessionStorage, 'typed') ?? {},
  setTyped: (typed: Record<string, string>) => write(sessionStorage, 'typed', typed),
  /** The basket is paid. Who the buyer is stays for the next one. */
  finish() {
    kept.setBasket(undefined)
    kept.setCode(undefined)
    kept.setAttempt(undefined)
    write(sessionStorage, 'choice', undefined)
    const { email, first_name, last_name, mobile_number } = kept.typed()
    kept.setTyped(definedOf({ email, first_name, last_name, mobile_number }))
  },
  attempt: () => read<Attempt>(sessionStorage, 'attempt'),
  setAttempt: (attempt: Attempt | undefined) => write(sessionStorage, 'attempt', attempt),
  /** By a link to pay by, until it is the basket: whoever holds other tickets is asked first. */
  linked: () => read<string>(sessionStorage, 'linked'),
  setLinked: (id: string | undefined) => write(sessionStorage, 'linked', id),
  code: () => read<string>(sessionStorage, 'code'),
  setCode: (code: string | undefined) => write(sessionStorage, 'code', code),
  signIn: () => read<SignInAttempt>(sessionStorage, 'sign-in'),
  setSignIn: (attempt: SignInAttempt | undefined) => write(sessionStorage, 'sign-in', attempt),
  /** By which staff are shown a draft, until the tab is closed. */
  preview(eventId: string): string | undefined {
    const preview = read<{ event: string; token: string }>(sessionStorage, 'preview')
    return preview?.event === eventId ? preview.token : undefined
  },
  setPreview: (event: string, token: string) => write(sessionStorage, 'preview', { event, token }),
  token: () => read<string>(sessionStorage, 'token'),
  setToken: (token: string | undefined) => write(sessionStorage, 'token', token),
  language: () => read<string>(localStorage, 'language'),
  setLanguage: (language: string) => write(localStorage, 'language', language),
}

const definedOf = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))

const listeners = new Set<() => void>()

/** Tells when the basket is another one, changed here or in another tab. */
export function watchBasket(tell: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === 'shop.basket' || key === null) tell()
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
  const before = kept.attempt()
  const same = before?.basket === basket && before.request === request
  const attempt = same ? before : { basket, request, key: crypto.randomUUID() }
  kept.setAttempt(attempt)
  return attempt
}
