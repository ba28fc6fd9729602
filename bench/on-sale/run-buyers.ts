import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Buying = {
  flows: number
  errors: number
  elapsed: number
  refusals: Record<string, number>
  p50: number
  p99: number
  max: number
}

/** `keyed`: every request brings an Idempotency-Key. `filled`: the basket is opened with what is to be in it. */
type Load = { buyers: number; seconds: number; flowsMax?: number; keyed?: boolean; filled?: boolean }

/** The load comes from a process of its own, on the same machine. */
export async function runBuyers(
  urls: string[],
  { key, priceId }: { key: string; priceId: number },
  { buyers, seconds, flowsMax = 1e9, keyed = false, filled = false }: Load,
): Promise<Buying> {
  const script = join(import.meta.dirname, 'buyers-process.ts')
  const args = [urls.join(','), key, priceId, buyers, seconds, flowsMax, keyed, filled].map(String)
  return readFigures(script, args)
}

/** Runs a script that prints its figures as one line of JSON. */
export async function readFigures<T>(script: string, args: string[]): Promise<T> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return JSON.parse(printed) as T
}
