import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Block, blocksOf, commandsOf, fileNameOf } from '../guides/blocks.ts'
import { createSurroundings } from '../guides/demo-surroundings.ts'
import { Reader } from '../guides/reader.ts'
import { startServer } from '../harness/program.ts'
import { startIssuer } from '../outside/oidc/issuer.ts'
import { browserTest, desktop, visit } from './browser.ts'

/*
 * Every block of every guide, typed in the order of the page by a reader who has just run `npm start`: nothing is there but the demo. A
 * new guide is found by itself.
 */

const root = join(import.meta.dirname, '..', '..')
const home = await mkdtemp(join(tmpdir(), 'grandstand-reader-'))
await chmod(home, 0o755)
const DATA_DIR = join(home, 'data')
const demo = await startServer({ DATA_DIR, PORT: '0', LOG_LEVEL: 'warn', OUTBOUND_ALLOW: '127.0.0.0/8' })
const issuer = await startIssuer()
issuer.published.push(await issuer.newPair())
const project = join(home, 'my-shop')
const site = await createSurroundings({ url: demo.url, greeting: demo.output(), dataFolder: DATA_DIR, issuer })
const reader = new Reader(home, { DATA_DIR }, site)
after(async () => {
  await reader.leave()
  demo.child.kill('SIGTERM')
  await demo.ended
  await issuer.stop()
  await rm(home, { recursive: true, force: true })
})

/** Pictures of what happens and outlines of answers: nothing to run. */
const NOT_CODE = ['mermaid']

/** The first two are what the others build on; they say so. */
const FIRST = ['quick-start.md', 'checkout.md']
const all = (await readdir(join(root, 'docs', 'guides'))).filter((name) => name.endsWith('.md'))
const guides = [...FIRST, ...all.filter((name) => !FIRST.includes(name)).sort()]

for (const guide of guides) {
  test(`every block of ${guide} runs on the demo`, { timeout: 300_000 }, async (t) => {
    const page = await readFile(join(root, 'docs', 'guides', guide), 'utf8')
    const blocks = blocksOf(page)
    if (guide !== 'quick-start.md') reader.folder = project
    await mkdir(project, { recursive: true })
    // One file, as the pages say.
    const program = blocks.filter(({ language }) => language === 'ts')
    const programFile = guide === 'quick-start.md' ? 'shop.ts' : guide.replace('.md', '.ts')
    await writeFile(join(project, programFile), program.map(({ code }) => code).join('\n'))
    for (const block of blocks) {
      const fileName = fileNameOf(block)
      if (fileName) await writeFile(join(project, fileName), site.instead(block.code))
    }
    try {
      for (const block of blocks) {
        const where = `${guide}:${block.line}`
        if (block.language === 'sh') for (const command of commandsOf(block.code)) await reader.type(command)
        else if (block.language === 'ts') {
          if (block === program.at(-1)) t.diagnostic((await reader.run('node', [programFile])).trim())
        } else if (block.language === 'html') await (guide === 'shop.md' ? openEmbedded(block) : buyOnPage(block))
        else if (block.language === 'json') assertOutline(block, where)
        else if (fileNameOf(block) === undefined && block.language === 'js') await runPart(block, guide)
        else assert.ok(fileNameOf(block) ?? NOT_CODE.includes(block.language), `${where}: nobody runs this`)
      }
    } finally {
      await reader.leave()
    }
  })
}

test('the demo is whole after all that', async () => {
  const audit = await reader.run('grandstand', ['audit'])
  assert.match(audit, /\b0 differences/)
})

/** The page of the guide, served by the command before it, with the address and the key of one's own in it. */
async function buyOnPage({ code }: Block): Promise<void> {
  const key = reader.environment.GRANDSTAND_PUBLIC_KEY ?? ''
  await writeFile(join(project, 'index.html'), site.instead(code).replace('gs_pk_test_…', key))
  if (browserTest.skip) return
  const { page, context, complaints } = await visit(site.siteUrl, desktop, new RegExp(`^${demo.url}/`))
  await page.goto(site.siteUrl)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('E-mail').fill('ada@example.org')
  await page.getByRole('heading', { name: /: .+, \D+[\d.]+$/ }).waitFor()
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByText(/^Order \d+: \S+, \S+$/).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
}

/** Lines for a page of a club's own, which the organisation has named before, as the guide says. */
async function openEmbedded({ code }: Block): Promise<void> {
  const served = createServer((_request, response) => {
    const script = code.replace('https://tickets.club.example', `${demo.url}/shop`)
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Club</title>${script}`)
  })
  await once(served.listen(0, '127.0.0.1'), 'listening')
  const address = `http://localhost:${(served.address() as AddressInfo).port}`
  const headers = { authorization: `Bearer ${reader.environment.GRANDSTAND_KEY}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ embed_origins: [address] })
  try {
    const { status } = await fetch(`${demo.url}/v1/manage/organisation`, { method: 'PATCH', headers, body })
    assert.equal(status, 200)
    if (browserTest.skip) return
    const { page, context, complaints } = await visit(demo.url, desktop, new RegExp(`^${address}/|^(data|blob):`))
    await page.goto(address)
    await page.frameLocator('[data-grandstand-shop] iframe').getByRole('heading').first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  } finally {
    served.close()
  }
}

/** What a page shows of an answer is in the answer that came. */
function assertOutline({ code }: Block, where: string): void {
  const answer = JSON.parse(reader.lastAnswer) as object
  for (const name of Object.keys(JSON.parse(code) as object)) assert.ok(name in answer, `${where}: ${name}`)
}

/** A part of a larger program, after what the page has by then. */
async function runPart({ code }: Block, guide: string): Promise<void> {
  const before: Record<string, string> = {
    'checkout.md': `
      import { grandstand } from '@grandstand/sdk'
      const api = grandstand({ url: process.env.GRANDSTAND_URL, key: process.env.GRANDSTAND_PUBLIC_KEY })
      const events = await api.events.list({ upcoming: true }).all()
      const event = events.find(({ event_start_unix }) => event_start_unix > Date.now() / 1000)
      const isForEverybody = ({ status, membership_type_ids }) => status === 'active' && membership_type_ids.length === 0
      const price = (await api.prices.list(event.event_id).all()).find(isForEverybody)
      const basket = await api.baskets.open({ items: [{ price_id: price.price_id, best_available: price.reserved_seating }] })
      const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
      // Stripe's script is of the world outside; the sandbox asks for a confirmation in its place.
      const Stripe = () => ({
        elements: ({ allowedPaymentMethodTypes: methods }) => { if (!methods?.includes('card')) throw new Error('no card'); return {} },
        createConfirmationToken: async () => ({ confirmationToken: { id: 'pm_test_requires_action' } }),
        handleNextAction: async ({ clientSecret }) => { if (!clientSecret) throw new Error('no client_secret') },
      })\n`,
  }
  const file = join(project, 'part.mjs')
  await writeFile(file, (before[guide] ?? '') + code)
  await reader.run('node', [file])
}
