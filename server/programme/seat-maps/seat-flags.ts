import { Type } from 'typebox'
import { OneOf } from '../../platform/http/schema.ts'
import { seatFlags } from '../statuses.ts'

export type SeatFlag = keyof typeof seatFlags

export const seatFlagNames = Object.keys(seatFlags) as SeatFlag[]

export const SeatFlags = Type.Array(OneOf(seatFlagNames), {
  maxItems: seatFlagNames.length,
  description: 'for a wheelchair, beside one, with a restricted view, at an aisle',
})

export const flagsOf = (sum: number): SeatFlag[] => seatFlagNames.filter((name) => (sum & seatFlags[name]) !== 0)

export const sumOf = (flags: SeatFlag[]): number => flags.reduce((sum, name) => sum | seatFlags[name], 0)
