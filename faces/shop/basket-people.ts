import type { Basket, OpenBasketItem } from '@grandstand/sdk'
import { readStored, writeStored } from '../kit/storage.ts'
import { routes } from './config.ts'

/*
 * Whom the memberships of a basket are for. A basket does not say it, since its address is enough to read it; the browser in which the
 * names were typed knows them until the tab is closed or the basket is bought.
 */
type People = { basket: string; names: Record<string, string> }

const KEY = `shop ${routes.base} people`

const peopleOf = (basketId: string): People['names'] => {
  const people = readStored<People>('session', KEY)
  return people?.basket === basketId ? people.names : {}
}

export const personOf = (basketId: string, itemId: string): string | undefined => peopleOf(basketId)[itemId]

/** Those that came into the basket with these items. They are numbered by their types, and of one type in the order that they were asked for. */
export function rememberPeople(
  before: Basket | undefined,
  after: Basket,
  items: OpenBasketItem[],
  names: string[],
): void {
  const earlier = new Set(before?.id === after.id ? before.memberships.map(({ id }) => id) : [])
  const added = after.memberships.filter(({ id }) => !earlier.has(id))
  const wanted = items.map(({ membership_type_id }, n) => ({
    typeId: Number(membership_type_id),
    name: names[n] ?? '',
  }))
  const named = added.map(({ id, membership_type_id }) => {
    const at = wanted.findIndex(({ typeId }) => typeId === membership_type_id)
    return [id, at < 0 ? '' : (wanted.splice(at, 1)[0]?.name ?? '')]
  })
  writeStored('session', KEY, {
    basket: after.id,
    names: { ...peopleOf(after.id), ...Object.fromEntries(named) },
  } satisfies People)
}

export const forgetPeople = (): void => writeStored('session', KEY, undefined)
