import { Type } from 'typebox'
import { Id, Integer } from '../../platform/http/schema.ts'

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

type Said = {
  quantity?: number | undefined
  seat_ids?: number[] | undefined
  best_available?: boolean | number | undefined
  seat_section_id?: number | undefined
}

export type SeatChoice = { quantity: number; seats: number[] | 'best' | null; sectionId: number | null }

type Misfit = { param: keyof Said; message: string }

/** How the seats are chosen, and of how many units; or what does not go together. A form writes true as 1. */
export function seatChoiceOf(said: Said): SeatChoice | Misfit {
  const { seat_ids: wanted, seat_section_id: sectionId = null } = said
  const best = Number(said.best_available ?? 0)
  if (best > 0 && wanted) return { param: 'best_available', message: 'Send either seat_ids or best_available.' }
  if (best === 0 && sectionId !== null) {
    return { param: 'seat_section_id', message: 'Send seat_section_id with best_available only.' }
  }
  if (best > 1 && said.quantity !== undefined && said.quantity !== best) {
    return { param: 'best_available', message: 'best_available and quantity are not the same number.' }
  }
  const quantity = said.quantity ?? Math.max(best, 1)
  return { quantity, seats: wanted ? [...new Set(wanted)] : best > 0 ? 'best' : null, sectionId }
}
