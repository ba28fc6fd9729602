import type { May } from './guarded-fields.ts'

/** Set where the caller may not read how people are reached: their search must not confirm it, and finds people by their names. */
export type ByNameAlone = { isByNameAlone?: true }

/** Nothing is set without a search: a filter more would have a list of all members look for something. */
export const byNameAlone = (may: May, { search }: { search?: string | undefined }): ByNameAlone =>
  search === undefined || may('customers:read') ? {} : { isByNameAlone: true }
