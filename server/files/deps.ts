import type { ExportDeps } from './exports/csv-operation.ts'

/** The sum of what the slices of this area need. Only server/app.ts uses it, which makes it; an operation names its own part. */
export type FilesDeps = ExportDeps
