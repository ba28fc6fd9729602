import { takeCoverage } from 'node:v8'
import { start } from '../../server/main.ts'
import { readConfig } from '../../server/program/config.ts'

/** Serves one organisation, sells to a few so that everything is warm, and then once more between two reports of coverage. */
const [key = '', priceId = ''] = process.argv.slice(2)
const { address = '', stop } = await start(readConfig(process.env), 'api')

const post = async (path: string, body: unknown) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}
const open = () => post('/v1/baskets', { items: [{ price_id: priceId, quantity: 2 }] })
const checkOut = (id: string, fan: number) =>
  post(`/v1/baskets/${id}/checkout`, {
    payment_method: 'pm_test_ok',
    customer: { email: `fan${fan}@example.org`, first_name: 'Ada', last_name: 'Okafor' },
  })

for (let fan = 0; fan < 5; fan += 1) await checkOut((await open()).id, fan)
const { id } = await open()
takeCoverage()
await checkOut(id, 5)
takeCoverage()
await stop()
