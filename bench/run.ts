import { runBench } from './run-bench.ts'
import type { Target } from './targets.ts'

/** A figure is only worth something beside the limit it is judged by, measured in the same run. */
export type Result = { figures: Record<string, number | string>; targets: Target[] }
export type Bench = { run(args: string[]): Promise<Result> }

process.exit(await runBench(import.meta.dirname, process.argv.slice(2)))
