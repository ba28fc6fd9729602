/** The numbers of the API. "Used" is none of them: that is read from the scans. */
const names = ['reserved', 'active', 'cancelled', 'refunded', 'replaced'] as const

export const ACTIVE = 1
export const REPLACED = 4

export const statusOf = (ticketStatusId: unknown): string => names[Number(ticketStatusId)] ?? 'unknown'
