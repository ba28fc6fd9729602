import type { ExportDeps } from './exports/csv-operation.ts'

/** What the slices of the operator own and hand to operations. For server/app.ts, which makes it; an operation names what it needs. */
export type OperatorDeps = ExportDeps
