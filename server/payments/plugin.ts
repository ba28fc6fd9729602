import type { Operation } from '../operation.ts'

export const paymentOperations: Operation[] = []
