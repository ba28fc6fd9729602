/** The head of a request, or anything else, byte by byte. */
const lines = (...parts: string[]) => Buffer.from(`${parts.join('\r\n')}\r\n\r\n`, 'latin1')

/** A client that says so is answered and hung up on, so that the test does not wait for more. */
export const HOST = 'Host: x\r\nConnection: close'

const post = (key: string, ...parts: string[]) => lines('POST /v1/planted/customers HTTP/1.1', HOST, key, ...parts)

/** What no client library sends. `key` is the whole line that carries the key. */
export const rawRequests = (key: string): Record<string, Buffer> => ({
  'no HTTP at all': Buffer.from('hello\r\n\r\n'),
  'a TLS greeting': Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
  'HTTP/2 preface': lines('PRI * HTTP/2.0', '', 'SM'),
  'an unknown method': lines('FROB /v1/customers HTTP/1.1', HOST),
  'an unknown version': lines('GET /v1/customers HTTP/9.9', HOST),
  'no Host': lines('GET /v1/customers HTTP/1.1', 'Connection: close'),
  'two Hosts': lines('GET /v1/customers HTTP/1.1', HOST, HOST),
  'a bad escape in the path': lines('GET /v1/customers/%E0%A4%A HTTP/1.1', HOST, key),
  'a NUL in the path': lines('GET /v1/customers/%00 HTTP/1.1', HOST, key),
  'raw bytes in the path': lines('GET /v1/customers/\xff\xfe HTTP/1.1', HOST, key),
  'a space in the path': lines('GET /v1/customers/a b HTTP/1.1', HOST, key),
  'an absolute address': lines('GET http://evil.example/v1/customers HTTP/1.1', HOST, key),
  'an address without a path': lines('OPTIONS * HTTP/1.1', HOST, key),
  'an address of 9 KiB': lines(`GET /v1/customers?search=${'x'.repeat(9000)} HTTP/1.1`, HOST, key),
  'headers of 40 KiB': lines('GET /v1/customers HTTP/1.1', HOST, `X: ${'x'.repeat(40_000)}`),
  'a thousand headers': lines(
    'GET /v1/customers HTTP/1.1',
    HOST,
    ...Array.from({ length: 1000 }, (_, n) => `x-${n}: 1`),
  ),
  'a header without a colon': lines('GET /v1/customers HTTP/1.1', HOST, 'nonsense'),
  'a folded header': lines('GET /v1/customers HTTP/1.1', HOST, 'x: a', ' b'),
  'a length and chunks': post(key, 'Content-Length: 3', 'Transfer-Encoding: chunked'),
  'two lengths': post(key, 'Content-Length: 3', 'Content-Length: 4'),
  'a negative length': post(key, 'Content-Length: -1'),
  'chunks that are none': post(key, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '', 'zz'),
  'a body longer than allowed': post(key, 'Content-Type: application/json', 'Content-Length: 99999999', '', '{'),
  'another expectation': post(key, 'Expect: miracles', 'Content-Length: 0'),
  'an upgrade': lines('GET /v1/customers HTTP/1.1', HOST, key, 'Connection: Upgrade', 'Upgrade: websocket'),
  'a second request that is none': Buffer.concat([
    lines('GET /healthz HTTP/1.1', 'Host: x'),
    Buffer.from('\x01\x02\r\n\r\n'),
  ]),
})

/** The server waits for the rest of it until it hears that none will come. */
export const bodyThatEndsTooSoon = (key: string): Buffer =>
  post(key, 'Content-Type: application/json', 'Content-Length: 99', '', '{')
