import { createServer } from 'node:http'

/** Answers /fast at once and /hang never; /stats tells how many came, when the first and when the last. */
let counted = { count: 0, firstMs: 0, lastMs: 0 }
const server = createServer((request, response) => {
  if (request.url === '/stats') {
    response.end(JSON.stringify(counted))
    return
  }
  if (request.url === '/reset') counted = { count: 0, firstMs: 0, lastMs: 0 }
  request.resume()
  request.on('end', () => {
    if (request.url === '/hang') return
    if (request.url === '/fast') {
      counted.count += 1
      counted.firstMs ||= performance.now()
      counted.lastMs = performance.now()
    }
    response.end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'))
