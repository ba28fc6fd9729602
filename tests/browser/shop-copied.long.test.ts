import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { addOffer } from '../builders/prices.ts'
import { freePort } from '../harness/free-port.ts'
import { grandstand } from '../harness/program.ts'
import { browserTest, phone, visit } from './browser.ts'
import { openShopServer } from './shop-server.ts'
import { storyOf } from './shop-story.ts'

const run = promisify(execFile)
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' }

/** Any web server, as the project's README describes it: the page wherever there is no file. */
async function serve(dist: string): Promise<string> {
  const page = await readFile(join(dist, 'index.html'))
  // Never rejects: where there is no file, there is the page.
  const server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://shop').pathname
    const file = await readFile(join(dist, path)).catch(() => undefined)
    response.setHeader('content-type', file ? (TYPES[extname(path)] ?? 'application/octet-stream') : 'text/html')
    response.end(file ?? page)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  after(() => server.close())
  return `http://127.0.0.1:${port}`
}

test(
  'a shop that was copied out is installed, built and served as its README says, and sells',
  browserTest,
  async () => {
    const api = await openShopServer()
    const look = { accent_color: '#7a1fa2' }
    assert.equal((await api.call('PATCH', '/v1/manage/organisation', { key: api.club.key, body: look })).status, 200)
    await addOffer(api, api.club, { capacity: 20 })
    const folder = await mkdtemp(join(tmpdir(), 'grandstand-copied-'))
    after(() => rm(folder, { recursive: true, force: true }))
    const shop = join(folder, 'shop')
    const result = await grandstand(['shop', 'create', shop, '--url', `${api.origin}/`, '--key', api.shopKey])
    assert.equal(result.code, 0, result.stderr)
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: shop })
    await run('npm', ['run', 'build'], { cwd: shop })
    const origin = await serve(join(shop, 'dist'))
    const { page, complaints, context } = await visit(origin, phone, new RegExp(`^(data|blob):|^${api.origin}/`))
    const story = storyOf(page, origin)
    await page.goto(`${origin}/`)
    await story.heading('What’s on')
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--club-fill') === '#7a1fa2')
    await page.getByRole('link', { name: /Derby/ }).click()
    await story.choose('Adult, Stand', 2)
    await story.hold()
    await story.fillIn()
    await page.getByRole('button', { name: /^Pay / }).click()
    await story.heading('See you there')
    await page.getByRole('link', { name: 'Open my tickets' }).click()
    await page.waitForURL(new RegExp(`^${api.origin}/t/`))
    await page.getByText('Ada Okafor').first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
    // A developer who forgets the key reads of it in the page and in the browser's console.
    const dist = join(shop, 'dist')
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    await writeFile(join(dist, 'index.html'), html.replace(api.shopKey, 'gs_pk_put_yours_here'))
    const keyless = await serve(dist)
    const forgetful = await visit(keyless, phone, new RegExp(`^(data|blob):|^${api.origin}/`))
    await forgetful.page.goto(`${keyless}/`)
    await forgetful.page.getByText('"key" in index.html: ').waitFor()
    assert.match(forgetful.complaints.join(), /API key/)
    await forgetful.context.close()
  },
)
