/** The numbers of the API. "Used" is none of them: that is read from the scans. */
export const ticketStatus = { reserved: 0, active: 1, cancelled: 2, refunded: 3, replaced: 4 } as const

export const ticketStatusName = (id: number): string =>
  Object.entries(ticketStatus).find(([, status]) => status === id)?.[0] ?? 'unknown'
