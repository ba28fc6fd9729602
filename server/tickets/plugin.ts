import type { Operation } from '../operation.ts'

export const ticketOperations: Operation[] = []
