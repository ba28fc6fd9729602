import { ticketStatus } from '../../programme/statuses.ts'

/** The name of the status in a refusal. */
export const ticketStatusName = (id: number): string =>
  Object.entries(ticketStatus).find(([, status]) => status === id)?.[0] ?? 'unknown'
