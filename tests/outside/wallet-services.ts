import { createServer } from 'node:http'
import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { WalletServices } from '../../server/papers/wallet/tell-wallets.ts'
import { makeServerCertificate, opensslMissing } from './pass-certificates.ts'

type Push = { token: string; topic: string; body: string; byCertificate: boolean }
type Update = { method: string; path: string; body: Record<string, unknown>; authorization: string | undefined }

/** Apple's push service and Google's, as far as they are asked: both keep what they are told. */
export async function startWalletServices() {
  const pushes: Push[] = []
  /** What Apple answers next: 200 unless said otherwise. */
  const answers: number[] = []
  const updated: Update[] = []
  const says = { reason: 'BadDeviceToken', googleStatus: 200 }
  const own = opensslMissing ? undefined : makeServerCertificate()
  const apns = createSecureServer({ ...own, requestCert: true, rejectUnauthorized: false })
  apns.on('stream', (stream: ServerHttp2Stream, headers) => {
    let body = ''
    stream.setEncoding('utf8').on('data', (piece: string) => {
      body += piece
    })
    stream.on('end', () => {
      const socket = stream.session?.socket as { getPeerCertificate?: () => object } | undefined
      const byCertificate = Object.keys(socket?.getPeerCertificate?.() ?? {}).length > 0
      const token = String(headers[':path']).replace('/3/device/', '')
      pushes.push({ token, topic: String(headers['apns-topic']), body, byCertificate })
      stream.respond({ ':status': answers.shift() ?? 200 })
      stream.end(JSON.stringify({ reason: says.reason }))
    })
  })
  const google = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      if (request.url === '/token') return response.end(JSON.stringify({ access_token: 'ya29.test' }))
      const { method = '', url: path = '', headers } = request
      updated.push({ method, path, body: JSON.parse(body), authorization: headers.authorization })
      response.statusCode = method === 'POST' ? 200 : says.googleStatus
      return response.end('{}')
    })
  })
  const googleUrl = `http://127.0.0.1:${await listen(google)}`
  const services: WalletServices = {
    apnsUrl: `https://127.0.0.1:${await listen(apns)}`,
    ...(own ? { apnsCa: own.cert } : {}),
    google: { tokenUrl: `${googleUrl}/token`, objectsUrl: googleUrl },
  }
  const close = () => {
    apns.close()
    google.close()
  }
  return { pushes, answers, updated, says, services, close }
}

const listen = (server: { listen(port: number, host: string, done: () => void): unknown; address(): unknown }) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
