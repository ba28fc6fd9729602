import { base64urlOf, bytesOf } from './webcrypto.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

/** Closed for the service, which alone can open it, and for what `info` says. The phone cannot, once this has come back. */
export async function sealFor(serviceKey: string, info: readonly unknown[], content: string): Promise<string> {
  const { subtle } = crypto
  const text = new TextEncoder()
  const service = await subtle.importKey('raw', bytesOf(serviceKey), CURVE, false, [])
  const own = await subtle.generateKey(CURVE, false, ['deriveBits'])
  const point = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const agreed = await subtle.deriveBits({ name: 'ECDH', public: service }, own.privateKey, 256)
  const key = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: point, info: text.encode(JSON.stringify(info)) },
    await subtle.importKey('raw', agreed, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const closed = await subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, key, text.encode(content))
  return base64urlOf(new Uint8Array([...point, ...new Uint8Array(closed)]))
}

/**
 * A supervisor's code as the phone keeps it until the upload: for this one scan of this one device.
 * server/gates/supervision/sealed-code.ts has the layout.
 */
export const sealCode = (codeKey: string, deviceId: number, nonce: string, code: string): Promise<string> =>
  sealFor(codeKey, [deviceId, nonce], code)
