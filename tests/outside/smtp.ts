import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'

export type Received = { from: string; to: string[]; raw: string }
type Refusal = { code: number; text: string }
/** What the server does at a step: go on, refuse, say nothing more, or hang up. */
type Behaviour = 'accept' | 'silent' | 'hang up' | Refusal

export type TestSmtp = {
  url: string
  received: Received[]
  /** What has come as far as the content, whatever the answer was. */
  contents: number
  recipient: Behaviour
  content: Behaviour
  /** Called as soon as the step is reached. */
  onRecipient: () => void
  onContent: () => void
}

/** A real SMTP server on this machine, which behaves as a test asks. */
export async function startSmtp(options: ConstructorParameters<typeof SMTPServer>[0] = {}): Promise<TestSmtp> {
  const state: TestSmtp = {
    url: '',
    received: [],
    contents: 0,
    recipient: 'accept',
    content: 'accept',
    onRecipient: () => {},
    onContent: () => {},
  }
  const act = (behaviour: Behaviour, session: { id: string }, done: (error?: Error | null) => void) => {
    if (behaviour === 'accept') return done()
    if (behaviour === 'silent') return
    if (behaviour === 'hang up') return hangUp(server, session.id)
    done(Object.assign(new Error(behaviour.text), { responseCode: behaviour.code }))
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1,
    logger: false,
    onRcptTo: (_address, session, done) => {
      state.onRecipient()
      act(state.recipient, session, done)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        state.contents += 1
        const { mailFrom, rcptTo } = session.envelope
        const received = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        }
        // A server that hangs up here may have kept it.
        if (state.content === 'accept' || typeof state.content === 'string') state.received.push(received)
        state.onContent()
        act(state.content, session, done)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  state.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return state
}

function hangUp(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
    if (connection.id === sessionId) connection._socket.destroy()
  }
}
