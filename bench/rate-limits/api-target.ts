import { startApi } from '../server.ts'
import { type Send, sendAll } from './target.ts'

/** A whole API process, asked over HTTP. */
export async function startApiTarget(databaseUrl: string, key: string) {
  const api = await startApi(databaseUrl)
  const headers = { authorization: `Bearer ${key}` }
  const send: Send = (requests) =>
    sendAll(requests, async () => {
      const response = await fetch(`${api.url}/v1/organisation`, { headers })
      await response.arrayBuffer()
      if (response.status === 429) return 'refused'
      return response.ok ? 'passed' : 'failed'
    })
  return { send, stop: api.stop }
}
