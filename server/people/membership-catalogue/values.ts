import { Type } from 'typebox'
import { Integer } from '../../platform/http/schema.ts'
import { catalogueStatus } from '../../programme/statuses.ts'

/** A flag on the wire, where the service's description has integers. */
export const FlagValue = (options: Record<string, unknown> = {}) => Type.Integer({ minimum: 0, maximum: 1, ...options })

export const StatusValue = () =>
  Type.Integer({
    minimum: catalogueStatus.inactive,
    maximum: catalogueStatus.archived,
    description: '1 active, 0 inactive, 2 archived',
  })

/** Archiving is a step of its own; setting one of these brings back what was archived. */
export const StatusInput = Integer({
  minimum: catalogueStatus.inactive,
  maximum: catalogueStatus.active,
  description: '1 active, 0 inactive; 1 unless you say',
})

/** The lists take no page. No organisation has so many; beyond it, `has_more` says that the rest is missing. */
export const LISTED_MAX = 10_000

/** The tables count positions in 32 bits. */
export const OrderBy = Integer({
  minimum: -2_147_483_648,
  maximum: 2_147_483_647,
  description: 'position, smallest first; 0 unless you say',
})

/** A flag of a body as a column, and nothing where the body leaves it alone. */
export const flagColumn = (name: string, value: number | undefined): Record<string, boolean> =>
  value === undefined ? {} : { [name]: value === 1 }
