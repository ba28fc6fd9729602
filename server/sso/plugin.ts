import type { Operation } from '../operation.ts'

export const ssoOperations: Operation[] = []
