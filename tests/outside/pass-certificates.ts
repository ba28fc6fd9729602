import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/** Certificates as Apple issues them, made by OpenSSL, and OpenSSL's own look at what was signed with them. */

const openssl = (args: string[], cwd: string) =>
  execFileSync('openssl', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })

const hasOpenssl = (): boolean => {
  try {
    return openssl(['version'], tmpdir()).length > 0
  } catch {
    return false
  }
}
export const opensslMissing: string | false = hasOpenssl() ? false : 'SKIPPED, passes are not verified: install openssl'

export type PassCertificates = { certificate: string; private_key: string; wwdr_certificate: string }

/** A certificate of this pass type, and the intermediate one that issued it. */
export function makePassCertificates(passTypeId = 'pass.org.example.tickets', team = 'TEAM123456'): PassCertificates {
  return inFolder((folder) => {
    const subject = `/UID=${passTypeId}/CN=Pass Type ID: ${passTypeId}/OU=${team}/O=Harbour City FC/C=AU`
    const days = ['-days', '30', '-sha256']
    const newKey = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
    openssl(['req', '-x509', ...newKey('wwdr'), '-out', 'wwdr.pem', '-subj', '/CN=Test WWDR/O=Test', ...days], folder)
    openssl(['req', '-new', ...newKey('pass'), '-out', 'pass.csr', '-subj', subject], folder)
    const issuing = ['-CA', 'wwdr.pem', '-CAkey', 'wwdr.key', '-CAcreateserial']
    openssl(['x509', '-req', '-in', 'pass.csr', ...issuing, '-out', 'pass.pem', ...days], folder)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { certificate: read('pass.pem'), private_key: read('pass.key'), wwdr_certificate: read('wwdr.pem') }
  })
}

/** Of a server on this machine, which trusts itself. */
export const makeServerCertificate = (): { cert: string; key: string } =>
  inFolder((folder) => {
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const files = ['-keyout', 'server.key', '-out', 'server.pem']
    openssl(['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...files, ...names], folder)
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { cert: read('server.pem'), key: read('server.key') }
  })

/** Throws unless the signature is one of these bytes, by a certificate that leads to the trusted one. */
export function verifySignature(signature: Buffer, signed: Buffer, trusted: string): void {
  inFolder((folder) => {
    writeFileSync(join(folder, 'signature'), signature)
    writeFileSync(join(folder, 'manifest.json'), signed)
    writeFileSync(join(folder, 'ca.pem'), trusted)
    const files = ['-in', 'signature', '-content', 'manifest.json', '-CAfile', 'ca.pem']
    openssl(['smime', '-verify', '-inform', 'DER', ...files, '-purpose', 'any', '-binary', '-out', 'out'], folder)
  })
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'grandstand-pass-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The files of a pass: a zip, read from its central directory. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry += 1) {
    const [method, size, nameBytes] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    files.set(zip.toString('utf8', at + 46, at + 46 + nameBytes), method === 0 ? packed : inflateRawSync(packed))
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
