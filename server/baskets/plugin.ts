import type { Operation } from '../operation.ts'

export const basketOperations: Operation[] = []
