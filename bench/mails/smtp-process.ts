import { createServer } from 'node:http'
import { SMTPServer } from 'smtp-server'

/** A mail server that takes everything and keeps nothing but how much it was and when: <smtp port> <http port>. */
const [smtpPort = '0', httpPort = '0'] = process.argv.slice(2)
let stats = { count: 0, bytes: 0, firstMs: 0, lastMs: 0 }

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _session, done) => {
    stream.on('data', (chunk: Buffer) => {
      stats.bytes += chunk.length
    })
    stream.on('end', () => {
      stats.lastMs = performance.now()
      if (stats.count === 0) stats.firstMs = stats.lastMs
      stats.count += 1
      done()
    })
  },
})
server.on('error', () => {})
server.listen(Number(smtpPort), '127.0.0.1', () => {
  createServer((request, response) => {
    if (request.url === '/reset') stats = { count: 0, bytes: 0, firstMs: 0, lastMs: 0 }
    response.end(JSON.stringify(stats))
  }).listen(Number(httpPort), '127.0.0.1', () => console.log('ready'))
})
