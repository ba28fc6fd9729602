import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { until } from '../harness/embedded-postgres.ts'
import { freePort } from '../harness/free-port.ts'
import type { TestIssuer } from '../outside/oidc/issuer.ts'
import type { GoesOn, Reader, Running, Surroundings } from './reader.ts'

const root = join(import.meta.dirname, '..', '..')
const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

type Demo = { url: string; greeting: string; dataFolder: string; issuer: TestIssuer }

/** What a reader has around them who has run `npm start` and has a provider, a mailbox and free ports of their own. */
export async function createSurroundings({ url, greeting, dataFolder, issuer }: Demo) {
  const [sitePort, receiverPort] = [await freePort(), await freePort()]
  const siteUrl = `http://127.0.0.1:${sitePort}`
  const receiverUrl = `http://127.0.0.1:${receiverPort}/`
  const seenMails = new Set<string>()
  const key = /gs_sk_test_\w+/.exec(greeting)?.[0] ?? ''

  const sources: Record<string, (reader: Reader) => Promise<string>> = {
    'what it printed': async () => key,
    'what listen printed': async (reader) => /whsec_\S+/.exec(reader.outputOf('listen'))?.[0] ?? '',
    'the publishable key': async (reader) => reader.environment.GRANDSTAND_PUBLIC_KEY ?? '',
    "your provider's": async () => issuer.issuer,
    'the ID token of a fan who has signed in': () => issuer.sign({ aud: 'ticket-pages', sub: 'ada' }),
    'the six digits in the mail': () => codeOfNextMail(join(dataFolder, 'outbox'), seenMails),
  }

  const instead: [RegExp | string, string][] = [
    // This is how the demo came to be; and what it brings from a registry is here.
    [/^npm ci && npm start$/, ''],
    [/^npx -y -p node@24 .*$/, ''],
    ['npm install && npm run dev', `ln -s ${root}/node_modules node_modules && npm run dev`],
    [/^npx grandstand/, 'grandstand'],
    ...(isInstalled('php') ? [] : ([[/^php .*$/, '']] satisfies [RegExp, string][])),
    ['http://127.0.0.1:3000', url],
    ['8080', String(sitePort)],
    ['4242', String(receiverPort)],
    // No server outside is told of anything.
    ['https://example.com/hooks', receiverUrl],
  ]

  const answers = (address: string) =>
    until(`${address} answers`, () =>
      fetch(address, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    )
  const prints = (pattern: RegExp) => (running: Running) =>
    until(`it prints ${pattern}`, async () => pattern.test(running.output()))
  /** Something happens, and the receiver hears of it by way of `listen`. */
  const hears = async (running: Running) => {
    await answers(receiverUrl)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'Heard of', event_start_unix: Math.floor(Date.now() / 1000) + 86_400 })
    await fetch(`${url}/v1/manage/events`, { method: 'POST', headers, body })
    await prints(/event\.created/)(running)
  }

  const goesOn: [RegExp, GoesOn][] = [
    [/grandstand listen/, { begun: prints(/Forwarding/) }],
    [/receiver\./, { begun: hears, replaces: /receiver\./ }],
    [/http\.server/, { begun: () => answers(siteUrl) }],
    [/npm run dev/, { begun: prints(/http:\/\//) }],
    [/^curl -N/, { begun: prints(/^data: /m) }],
  ]

  let isLinked = false
  /** Where the page itself says so: a fan who is not linked yet, and a key that was replaced a moment ago. */
  const isRefused = (command: string): boolean => {
    if (/sso\/link\/confirm/.test(command)) isLinked = true
    return /-X DELETE .*signing_keys/.test(command) || (/v1\/sso\/orders \\/.test(command) && !isLinked)
  }

  return {
    siteUrl,
    find: async (source, reader) => {
      const find = sources[source]
      if (!find) throw new Error(`nobody knows where to find: ${source}`)
      return find(reader)
    },
    instead: (command) => instead.reduce((text, [from, to]) => text.replaceAll(asGlobal(from), to), command),
    goesOn: (command) => goesOn.find(([pattern]) => pattern.test(command))?.[1],
    isRefused,
  } satisfies Surroundings & { siteUrl: string }
}

const asGlobal = (pattern: RegExp | string) => (typeof pattern === 'string' ? pattern : new RegExp(pattern, 'g'))

/** Mails become files: this one is the next that has come. */
async function codeOfNextMail(folder: string, seen: Set<string>): Promise<string> {
  let code: string | undefined
  await until('a mail with a code has come', async () => {
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((file) => file.endsWith('.eml') && !seen.has(file))) {
      seen.add(name)
      const { text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
      code = /\b(\d{6})\b/.exec(text)?.[1] ?? code
    }
    return code !== undefined
  })
  return code ?? ''
}
