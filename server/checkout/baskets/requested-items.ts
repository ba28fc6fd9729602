import { type Static, Type } from 'typebox'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input, Integer } from '../../platform/http/schema.ts'
import {
  membershipFields,
  type RequestedMembership,
  requestedMembershipOf,
} from '../membership-sale/requested-membership.ts'

/** What a body says about the seats of one item. */
export const seatFields = {
  quantity: Type.Optional(
    Integer({ minimum: 1, maximum: 100, description: 'units of the price; 1 unless best_available is a number' }),
  ),
  seat_ids: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 1000, description: 'one for each ticket' })),
  best_available: Type.Optional(
    Type.Unsafe<boolean | number>({
      type: ['boolean', 'integer'],
      minimum: 0,
      maximum: 100,
      default: false,
      description: [
        'instead of seat_ids: how many units, or true for as many as quantity says. Neighbours in one row, of the first',
        'section (by its order) and the foremost row that have them, as near as possible to the middle of the row',
      ].join(' '),
    }),
  ),
  seat_section_id: Type.Optional(Id({ description: 'with best_available: the section to choose in' })),
}

type SeatFields = {
  quantity?: number | undefined
  seat_ids?: number[] | undefined
  best_available?: boolean | number | undefined
  seat_section_id?: number | undefined
}

export type SeatChoice = { quantity: number; seats: number[] | 'best' | null; sectionId: number | null }

type Misfit = { param: keyof SeatFields; message: string }

/** How the seats are chosen, and of how many units; or what does not go together. A form writes true as 1. */
export function seatChoiceOf(body: SeatFields): SeatChoice | Misfit {
  const { seat_ids: wanted, seat_section_id: sectionId = null } = body
  const best = Number(body.best_available ?? 0)
  if (best > 0 && wanted) return { param: 'best_available', message: 'Send either seat_ids or best_available.' }
  if (best === 0 && sectionId !== null) {
    return { param: 'seat_section_id', message: 'Send seat_section_id with best_available only.' }
  }
  if (best > 1 && body.quantity !== undefined && body.quantity !== best) {
    return { param: 'best_available', message: 'best_available and quantity are not the same number.' }
  }
  const quantity = body.quantity ?? Math.max(best, 1)
  return { quantity, seats: wanted ? [...new Set(wanted)] : best > 0 ? 'best' : null, sectionId }
}

/** So many of one price, with seats or without. */
export type RequestedItem = SeatChoice & {
  priceId: number
  /** Its place in the list that it came in. */
  at?: number
}

const Item = Input({ price_id: Id(), ...seatFields })

/** An item of a basket: tickets at a price, or a membership. */
export const BasketItemInput = Input({ price_id: Type.Optional(Id()), ...seatFields, ...membershipFields })

export const BasketItemList = Type.Array(BasketItemInput, {
  minItems: 1,
  maxItems: 100,
  description: 'tickets of one event, and memberships; all of them are had, or none',
})

type PlacedItem = { at: number; item: Static<typeof Item> }

/** What a list of items asks for: tickets and memberships, each with its place in the list. */
export type Requested = { requestedItems: RequestedItem[]; memberships: (RequestedMembership & { at: number })[] }

/** What a list of items asks for, once it is clear how the seats are chosen. */
export function requestedOf(items: Static<typeof BasketItemList>): Requested {
  const tickets: PlacedItem[] = []
  const memberships = items.flatMap((item, at) => {
    const membership = requestedMembershipOf(item, (name) => paramAt(at, name))
    if (membership) return [{ ...membership, at }]
    const { price_id = 0, quantity, seat_ids, best_available, seat_section_id } = item
    tickets.push({ at, item: { price_id, quantity, seat_ids, best_available, seat_section_id } as PlacedItem['item'] })
    return []
  })
  return { requestedItems: requestedTickets(tickets), memberships }
}

function requestedTickets(items: PlacedItem[]): RequestedItem[] {
  const choices = items.map(({ at, item }) => ({ at, priceId: item.price_id, choice: seatChoiceOf(item) }))
  const misfits = choices.flatMap(({ at, choice }) => ('param' in choice ? [{ at, ...choice }] : []))
  if (misfits.length > 0) {
    throw invalidParameters(
      misfits.map(({ at, param, message }) => ({ param: paramAt(at, param), code: 'parameter_invalid', message })),
    )
  }
  return choices.flatMap(({ at, priceId, choice }) => ('param' in choice ? [] : [{ at, priceId, ...choice }]))
}

/** The refusal of a requested item, with the place where it stood in the request. */
export function refusalAt({ at }: { at?: number }, error: ApiError): ApiError {
  if (at === undefined) return error
  const { error: body } = error.toBody('', '')
  return ApiError.fromBody(error.status, { error: { ...body, param: paramAt(at, body.param), errors: undefined } })
}

export const paramAt = (at: number, param?: string) =>
  `items[${at}]${param === undefined ? '' : param.replace(/^[^[]+/, '[$&]')}`
