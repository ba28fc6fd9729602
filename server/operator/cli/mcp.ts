import { createInterface } from 'node:readline'
import { type Command, Option } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenApi } from '../../platform/openapi/openapi-types.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import { StartError } from '../../program/connect.ts'
import { type ApiAnswer, type ApiCall, answerAgent, unreadable } from '../mcp/answer-agent.ts'
import { toolsOf } from '../mcp/tools.ts'
import { ArgumentError } from './values.ts'

type Options = { url: string; key: string; writes?: boolean }

const CALL_TIMEOUT_MS = 30_000

/** For agents: the operations of a server as tools, over standard input and output. Nothing is kept when it ends. */
export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('offer the API to an agent as tools (Model Context Protocol, over standard input and output)')
    .addOption(new Option('--url <url>', 'the server').env('GRANDSTAND_URL').default('http://127.0.0.1:3000'))
    .addOption(
      new Option('--key <key>', 'a secret key; its scopes are what the agent may do')
        .env('GRANDSTAND_KEY')
        .makeOptionMandatory(),
    )
    .option('--json', 'what it says is JSON anyway')
    .option('--writes', 'also offer what changes something; without it there are reads only')
    .action(async ({ url, key, writes = false }: Options) => {
      if (!/^gs_sk_/.test(key)) throw new ArgumentError('--key takes a secret key: gs_sk_…')
      if (!URL.canParse(url)) throw new ArgumentError(`${url} is no address that begins with http:// or https://`)
      const base = withoutTrailingSlashes(url)
      const tools = toolsOf(await readDocument(base), { writes })
      const call = caller(base, key)
      const deps = { tools, version: packageJson.version, call }
      for await (const line of createInterface({ input: process.stdin })) {
        if (line.trim() === '') continue
        const sent = parse(line)
        const answer = sent === undefined ? unreadable() : await answerAgent(deps, sent)
        if (answer) console.log(JSON.stringify(answer))
      }
    })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

async function readDocument(base: string): Promise<OpenApi> {
  const answer = await fetch(`${base}/openapi.json`).catch((error: Error) => {
    throw new StartError(`${base} does not answer (${error.message}): is the server running?`)
  })
  if (!answer.ok) throw new StartError(`${base}/openapi.json answers ${answer.status}`)
  return (await answer.json()) as OpenApi
}

/** What goes wrong on the way is told to the agent as a refusal: it may try again. */
const caller =
  (base: string, key: string) =>
  async ({ method, path, headers, body }: ApiCall): Promise<ApiAnswer> => {
    try {
      const answer = await fetch(base + path, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}` },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body === undefined ? {} : { body }),
      })
      return { status: answer.status, text: await answer.text() }
    } catch (error) {
      return { status: 503, text: JSON.stringify({ error: { message: (error as Error).message } }) }
    }
  }
