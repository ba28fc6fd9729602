import { Agent, request } from 'node:http'

export type Asked = { ms: number; firstByteMs: number; bytes: number; text: string }
export type Ask = (path: string, options?: { method?: string; body?: unknown; keep?: boolean }) => Promise<Asked>

/** One request after another on one connection; the body is kept as text unless it would be too long for that. */
export function asker(url: string, key: string): { ask: Ask; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask: Ask = (path, { method = 'GET', body, keep = true } = {}) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
      const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
        const pieces: Buffer[] = []
        let bytes = 0
        let firstByteMs = 0
        response.on('data', (piece: Buffer) => {
          if (bytes === 0) firstByteMs = performance.now() - startedAt
          bytes += piece.length
          if (keep) pieces.push(piece)
        })
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString()
          if (response.statusCode !== 200) reject(new Error(`${path} is answered by ${response.statusCode}: ${text}`))
          resolve({ ms: performance.now() - startedAt, firstByteMs, bytes, text })
        })
      })
      sent.on('error', reject)
      sent.end(body ? JSON.stringify(body) : undefined)
    })
  return { ask, close: () => agent.destroy() }
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Each path in turn, so many times over, so that a slow moment of the machine falls on all alike. The medians, by path. */
export async function medians(ask: Ask, paths: string[], rounds: number): Promise<number[]> {
  const times = paths.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, path] of paths.entries()) times[n]?.push((await ask(path)).ms)
  }
  return times.map(median)
}

export const rounded = (value: number, places = 2): number => Number(value.toFixed(places))
