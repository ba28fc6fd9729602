import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { FiscalDevice, FiscalKind } from './fiscal-device.ts'

/** Not to be taken for a real one: its number says what it is, and its key follows from that. */
export const simulatedSerial = (orgId: number, kind: FiscalKind) => `SIMULATED-${kind.toUpperCase()}-${orgId}`

const base64url = (bytes: Buffer) => bytes.toString('base64url')

function keyOf(serial: string): KeyObject {
  const secret = createHash('sha256').update(`simulated fiscal device ${serial}`).digest()
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const point = curve.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64url(point.subarray(1, 33)),
    y: base64url(point.subarray(33)),
    d: base64url(secret),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

const publicKeyOf = (serial: string): string =>
  createPublicKey(keyOf(serial)).export({ type: 'spki', format: 'der' }).toString('base64')

/** Stands in for a real device in a sandbox: it signs at once, or not at all where its outage is tried out. */
export function simulatedDevice(kind: FiscalKind, serial: string, { isOut }: { isOut: boolean }): FiscalDevice {
  return {
    kind,
    serial,
    publicKey: publicKeyOf(serial),
    async begin(_counter, sequence, at) {
      if (isOut) throw new Error('the simulated device is out')
      return { transaction: sequence, startedAt: at }
    },
    async finish({ transaction }, text, at) {
      const signature = sign('sha256', Buffer.from(text), { key: keyOf(serial), dsaEncoding: 'ieee-p1363' })
      return { signatureCounter: transaction * 2, finishedAt: at, signature: signature.toString('base64') }
    },
  }
}

/** Whether a signature is of this text and of the device whose public key this is. */
export const isSignatureOf = (publicKey: string, text: string, signature: string): boolean =>
  verify(
    'sha256',
    Buffer.from(text),
    {
      key: createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64'),
  )
