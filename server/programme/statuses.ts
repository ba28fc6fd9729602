/*
 * The statuses that the API and the tables have as numbers. They stand at the ground, together: whether a seat or a place is
 * free depends on tickets and members, whose own slices are in areas that the programme must not import.
 */

export const eventStatus = { draft: 0, live: 1, archived: 2, cancelled: 3 } as const

/** "Used" is none of them: that is read from the scans. */
export const ticketStatus = { reserved: 0, active: 1, cancelled: 2, refunded: 3, replaced: 4 } as const

export const memberStatus = { unpaid: 0, paid: 1, instalments: 2, cancelled: 3 } as const

/** Of membership types, their categories and the payment options. */
export const catalogueStatus = { inactive: 0, active: 1, archived: 2 } as const

/** What there is to know about a seat before one takes it; the table has the sum of the numbers. */
export const seatFlags = { accessible: 1, companion: 2, restricted_view: 4, aisle: 8 } as const
