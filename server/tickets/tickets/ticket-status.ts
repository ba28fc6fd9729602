import { ticketStatus } from '../../programme/statuses.ts'

/** As a refusal calls it. */
export const ticketStatusName = (id: number): string =>
  Object.entries(ticketStatus).find(([, status]) => status === id)?.[0] ?? 'unknown'
