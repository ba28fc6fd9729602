import { setTimeout } from 'node:timers/promises'
import { type Command, Option } from 'commander'
import { headersOf, keyOf, makeSecret } from '../../messages/webhooks/signature.ts'
import { systemClock } from '../../platform/values/clock.ts'
import { StartError } from '../../program/connect.ts'
import { ArgumentError } from './values.ts'

type Options = { forwardTo: string; url: string; key: string; since?: number; json?: boolean }
type Message = { message_id: string; type: string; sequence: number }
type Page = { data: Message[]; next_after: number; last_sequence: number; has_more: boolean }

const POLL_MS = 1000
const FORWARD_TIMEOUT_MS = 15_000

/** While developing: what webhooks would send, sent to a port on this machine. Nothing is kept when it ends. */
export function listenCommand(program: Command): void {
  program
    .command('listen')
    .description('forward webhook messages to a local address while you develop a receiver')
    .requiredOption('--forward-to <url>', 'where your receiver listens, such as http://127.0.0.1:4242/hooks')
    .addOption(new Option('--url <url>', 'the server').env('GRANDSTAND_URL').default('http://127.0.0.1:3000'))
    .addOption(
      new Option('--key <key>', 'an API key with the scope webhooks:read, and those of what is to be forwarded')
        .env('GRANDSTAND_KEY')
        .makeOptionMandatory(),
    )
    .option('--since <sequence>', 'begin after this message instead of now', readSequence)
    .option('--json', 'print the secret and each message as one JSON object')
    .action(async (options: Options) => {
      for (const name of ['forwardTo', 'url'] as const) {
        if (!/^https?:/.test(options[name]) || !URL.canParse(options[name]))
          throw new ArgumentError(`${options[name]} is no address that begins with http:// or https://`)
      }
      const stop = new AbortController()
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
      await listen(options, stop.signal)
    })
}

const readSequence = (text: string): number => {
  if (!/^[0-9]{1,15}$/.test(text)) throw new ArgumentError(`--since must be a sequence number, not ${text}`)
  return Number(text)
}

async function listen(options: Options, signal: AbortSignal): Promise<void> {
  const secret = makeSecret()
  const newest = () =>
    readPage(options, Number.MAX_SAFE_INTEGER).catch((error: Error) => {
      if (error instanceof ArgumentError) throw error
      throw new StartError(`${options.url} does not answer (${reasonOf(error)}): is the server running?`)
    })
  let after = options.since ?? (await newest()).last_sequence
  if (options.json) console.log(JSON.stringify({ secret, after, forward_to: options.forwardTo }))
  else console.log(`Secret of this session:  ${secret}`)
  if (!options.json)
    console.log(`Forwarding what comes after message ${after} to ${options.forwardTo} (Ctrl-C ends it)`)
  while (!signal.aborted) {
    const page = await readPage(options, after).catch((error: Error) => {
      if (error instanceof ArgumentError) throw error
      console.error(`The server does not answer (${reasonOf(error)}); trying again`)
      return undefined
    })
    for (const message of page?.data ?? []) {
      if (signal.aborted) return
      await forward(options, secret, message)
    }
    after = page?.next_after ?? after
    if (!page?.has_more) await pause(signal)
  }
}

async function readPage({ url, key }: Options, after: number): Promise<Page> {
  const address = new URL(`/v1/webhook_messages?after=${after}&limit=100`, url)
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  if (answer.status === 401 || answer.status === 403) {
    const { error } = (await answer.json()) as { error: { message: string } }
    throw new ArgumentError(error.message)
  }
  if (!answer.ok) throw new Error(`it answers ${answer.status}`)
  return (await answer.json()) as Page
}

/** Signed like the real thing, by a secret that lives as long as this session. */
async function forward(
  { forwardTo, json }: Options,
  secret: string,
  { message_id, ...message }: Message,
): Promise<void> {
  const body = JSON.stringify(message)
  const headers = headersOf(message_id, systemClock(), body, [keyOf(secret)])
  const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
  const answer = await fetch(forwardTo, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    ({ status }) => String(status),
    reasonOf,
  )
  const { sequence, type } = message
  console.log(json ? JSON.stringify({ sequence, type, answer }) : `${sequence}  ${type}  ${answer}`)
}

/** `fetch` hides what went wrong in the cause. */
const reasonOf = ({ cause, message }: Error): string => {
  const { code, message: deeper } = (cause ?? {}) as { code?: string; message?: string }
  return code ?? deeper ?? message
}

const pause = (signal: AbortSignal): Promise<void> => setTimeout(POLL_MS, undefined, { signal }).catch(() => {})
