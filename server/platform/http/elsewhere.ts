import { ApiError } from './errors.ts'

/*
 * What the triggers of a move (operator/move) raise when something would be written for an organisation that is stopped for the
 * moment in which it changes cells, or has gone; the address that it has gone to is the error's detail.
 */
export const MOVING_STATE = 'GS001'
export const MOVED_STATE = 'GS002'

/** Without an address it is between two cells: a caller who asks again in a second is sent to the new one, or served here. */
export const elsewhere = (address: string | null, cause?: unknown): ApiError =>
  address === null
    ? new ApiError('organisation_moving', { headers: { 'retry-after': '1' }, cause })
    : new ApiError('organisation_moved', { cell_url: address, headers: { 'grandstand-cell': address }, cause })
