import type { Operation } from '../operation.ts'

export const orderOperations: Operation[] = []
