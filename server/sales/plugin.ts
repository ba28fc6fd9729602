import type { Operation } from '../operation.ts'

export const salesOperations: Operation[] = []
