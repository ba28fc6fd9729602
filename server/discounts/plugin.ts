import type { Operation } from '../operation.ts'

export const discountOperations: Operation[] = []
