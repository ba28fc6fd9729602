/** What a run takes of all test files: those of the quick run, those of the long one, or both. */
export type Size = 'quick' | 'long' | 'all'

/** A file says by its name which run it belongs to. CONTRIBUTING.md says what belongs where. */
export const isLong = (path: string): boolean => path.endsWith('.long.test.ts')

export const isOfSize = (path: string, size: Size): boolean => size === 'all' || isLong(path) === (size === 'long')
