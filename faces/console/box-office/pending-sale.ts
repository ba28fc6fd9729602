import type { CreateOrder, CreatePaymentLink } from '@grandstand/sdk'

/**
 * A sale that has been sent and whose end is not known yet. It stays in the tab, under the name that it was sent with: asking
 * again with that name is answered with the same sale and never with a second one, after a reload too.
 */
export type PendingSale = {
  name: string
  eventId: string
  /** Cash that was held out. */
  given?: number | undefined
} & ({ kind: 'order'; body: CreateOrder } | { kind: 'link'; body: CreatePaymentLink })

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (orgId: string, accountId: string) => `grandstand.sale.${orgId}.${accountId}`

export const pendingSales = (orgId: string, accountId: string, store: Store = sessionStorage) => ({
  recall(): PendingSale | undefined {
    const stored = store.getItem(keyOf(orgId, accountId))
    return stored === null ? undefined : (JSON.parse(stored) as PendingSale)
  },
  keep: (sale: PendingSale): void => store.setItem(keyOf(orgId, accountId), JSON.stringify(sale)),
  forget: (): void => store.removeItem(keyOf(orgId, accountId)),
})

type Refusal = { status?: number | undefined; code: string }

/**
 * Whether a refusal says for certain that nothing was sold. A connection that broke, a server that gave up and another request of the
 * same name under way say nothing.
 */
export const isCertain = ({ status, code }: Refusal): boolean =>
  status !== undefined && status < 500 && status !== 429 && code !== 'idempotency_key_in_use' && status !== 401
