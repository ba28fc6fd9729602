import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What a run has found out: each promise with the figure that keeps or breaks it. */
export type Finding = { promise: string; figure: string; kept: boolean }
export type Chaos = { run(args: string[]): Promise<Finding[]> }

/** npm run chaos -- NAME: kills processes at the worst moments and looks whether every promise was kept. */
const [name, ...args] = process.argv.slice(2)
const known = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && !['run.ts', 'chaos-postgres.ts'].includes(file))
  .map((file) => file.slice(0, -3))

if (name === undefined || !known.includes(name)) {
  console.error(`npm run chaos -- NAME, where NAME is one of: ${known.join(', ')}`)
  process.exit(2)
}

const chaos: Chaos = await import(join(import.meta.dirname, `${name}.ts`))
const findings = await chaos.run(args)
for (const { kept, promise, figure } of findings) console.log(`${kept ? 'kept  ' : 'BROKEN'}  ${promise}: ${figure}`)
process.exit(findings.every(({ kept }) => kept) ? 0 : 1)
