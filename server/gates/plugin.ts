import type { Operation } from '../operation.ts'

export const gateOperations: Operation[] = []
