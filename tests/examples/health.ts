import type { OperationExample } from './example.ts'

export const healthExamples: Record<string, OperationExample> = {
  healthz: {},
  readyz: {},
}
