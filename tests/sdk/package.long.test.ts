import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { bringTools } from '../tools/bring.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/** A project that has installed the package as it would be published, and nothing else. */
const project = await mkdtemp(join(tmpdir(), 'grandstand-sdk-'))
after(() => rm(project, { recursive: true, force: true }))
const installed = join(project, 'node_modules', '@grandstand', 'sdk')
await cp(join(root, 'sdk'), join(project, 'sdk'), { recursive: true })
await run(process.execPath, [
  join(root, 'node_modules/typescript/bin/tsc'),
  '-p',
  join(project, 'sdk/tsconfig.build.json'),
])
await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: join(project, 'sdk') })
const [tarball = ''] = (await readdir(project)).filter((name) => name.endsWith('.tgz'))
await mkdir(installed, { recursive: true })
await run('tar', ['-xzf', join(project, tarball), '--strip-components=1', '-C', installed])

const PAGE = `import { grandstand, GrandstandError } from '@grandstand/sdk'
import { verifyWebhook } from '@grandstand/sdk/webhooks'

const api = grandstand({ url: 'https://tickets.example.org', key: 'gs_pk_test_' })

export async function buy(priceId: number): Promise<string> {
  try {
    const basket = await api.baskets.open({ items: [{ price_id: priceId, quantity: 2 }] })
    const customer = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Okafor' }
    const order = await api.baskets.checkout(basket.id, { payment_method: 'pm_test_ok', customer })
    return order.status
  } catch (error) {
    if (error instanceof GrandstandError && error.is('sold_out')) return \`\${error.details.available + 0} left\`
    if (error instanceof GrandstandError && error.code === 'sold_out') return String(error.available)
    throw error
  }
}

export async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const member of api.members.list({ updated_since: 0 })) found.push(member.first_name)
  return found
}

export async function hear(body: string, headers: Headers): Promise<string> {
  const message = await verifyWebhook(body, headers, { secret: 'whsec_' })
  switch (message.type) {
    case 'order.completed':
      return message.data.order.order_id + (message.data.fan?.email_address ?? '')
    case 'ticket.scanned':
      return message.data.scan.result
    default:
      return message.type
  }
}

// @ts-expect-error: a basket has no such field
export const wrong = api.baskets.open({ price: 7 })
// @ts-expect-error: an id is missing
export const missing = api.events.retrieve()
`
await writeFile(join(project, 'page.ts'), PAGE)
await writeFile(join(project, 'package.json'), '{"type":"module"}')

const strictest = {
  ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noImplicitOverride: true },
  ...{
    noPropertyAccessFromIndexSignature: true,
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
  },
  ...{ noEmit: true, skipLibCheck: false, target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], types: [] },
}

const ownPackages = join(root, 'node_modules')
const compilers: [name: string, packages: () => Promise<string> | string][] = [
  ['typescript-oldest', bringTools],
  ['typescript-6', () => ownPackages],
  ['typescript', () => ownPackages],
]
for (const [compiler, packages] of compilers) {
  test(`the published types pass the strictest settings of ${compiler}`, async () => {
    const config = join(project, `${compiler}.json`)
    await writeFile(config, JSON.stringify({ compilerOptions: strictest, files: ['page.ts'] }))
    const compiled = run(process.execPath, [join(await packages(), compiler, 'bin/tsc'), '-p', config])
    assert.equal(await compiled.then(({ stdout }) => stdout).catch(({ stdout }) => stdout), '')
  })
}

const bundle = async (entry: string) => {
  const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: entry, resolveDir: project },
    logLevel: 'silent',
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

test('every operation fits into 8 kB of a web page', async () => {
  const size = gzipSync(await bundle(`export * from '@grandstand/sdk'`)).length
  assert.ok(size < 8_000, `${size} bytes`)
})

test('in a browser a secret key is refused before it is sent anywhere', async () => {
  const file = join(project, 'browser.mjs')
  await writeFile(file, await bundle(`export * from '@grandstand/sdk'`))
  const { grandstand } = await import(file)
  assert.throws(() => grandstand({ url: 'https://x.example', key: 'gs_sk_test_secret' }), /publishable/)
  assert.ok(grandstand({ url: 'https://x.example', key: 'gs_pk_test_public' }).baskets.open)
})
