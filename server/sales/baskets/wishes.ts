import { type Static, Type } from 'typebox'
import { ApiError, invalidParameters } from '../../platform/http/errors.ts'
import { Id, Input } from '../../platform/http/schema.ts'
import { type SeatChoice, seatChoiceOf, seatFields } from './seat-choice.ts'

/** So many of one price, with seats or without. */
export type Wish = SeatChoice & {
  priceId: number
  /** Its place in the list that it came in. */
  at?: number
}

const Item = Input({ price_id: Id(), ...seatFields })

export const ItemList = Type.Array(Item, {
  minItems: 1,
  maxItems: 100,
  description: 'all of one event; all of them are had, or none',
})

/** What a list of items wishes for, once it is clear how the seats are chosen. */
export function wishesOf(items: Static<typeof ItemList>): Wish[] {
  const choices = items.map((item, at) => ({ at, priceId: item.price_id, choice: seatChoiceOf(item) }))
  const misfits = choices.flatMap(({ at, choice }) => ('param' in choice ? [{ at, ...choice }] : []))
  if (misfits.length > 0) {
    throw invalidParameters(
      misfits.map(({ at, param, message }) => ({ param: paramAt(at, param), code: 'parameter_invalid', message })),
    )
  }
  return choices.flatMap(({ at, priceId, choice }) => ('param' in choice ? [] : [{ at, priceId, ...choice }]))
}

/** The refusal of a wish, with the place where it stood in the request. */
export function refusalAt({ at }: Wish, error: ApiError): ApiError {
  if (at === undefined) return error
  const { error: body } = error.toBody('', '')
  return ApiError.fromBody(error.status, { error: { ...body, param: paramAt(at, body.param), errors: undefined } })
}

const paramAt = (at: number, param?: string) => `items[${at}]${param === undefined ? '' : `[${param}]`}`
