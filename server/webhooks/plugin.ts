import type { Operation } from '../operation.ts'

export const webhookOperations: Operation[] = []
