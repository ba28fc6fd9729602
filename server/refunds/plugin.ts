import type { Operation } from '../operation.ts'

export const refundOperations: Operation[] = []
