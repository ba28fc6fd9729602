import { Agent } from 'undici'
import { headersOf, keyOf, makeSecret } from '../../server/messages/webhooks/signature.ts'

/** The least that any sender could do: sign a body, post it, read the answer. No database, no record of anything. */
const [url = '', count = '0', concurrency = '1', body = ''] = process.argv.slice(2)
const agent = new Agent({ pipelining: 1 })
const { origin, pathname } = new URL(url)
const keys = [keyOf(makeSecret())]

const post = async (n: number): Promise<void> => {
  const headers = headersOf(`msg_${n}`, new Date(), body, keys)
  const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
}

let next = 0
const started = performance.now()
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    while (next < Number(count)) {
      next += 1
      await post(next)
    }
  }),
)
console.log(JSON.stringify({ perSecond: Number(count) / ((performance.now() - started) / 1000) }))
await agent.destroy()
