import type { TicketPage } from '@grandstand/sdk'

/** The page as it is after a change, and what to say about it. */
export type OnChanged = (page: TicketPage, said: string) => void
