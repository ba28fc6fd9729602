import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { invalidParameters } from '../../platform/http/errors.ts'
import { RawText } from '../../platform/http/schema.ts'

export const Pem = (description: string) => RawText(10_000, { description, pattern: '^\\s*-----BEGIN ' })

const wrong = (param: string, message: string) => invalidParameters([{ param, code: 'parameter_invalid', message }])

export function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'rsa') return key
  } catch {
    // Said below: the reason of the library would quote the key.
  }
  throw wrong('private_key', 'private_key must be an RSA key in PEM, without a password.')
}

function readPem(param: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw wrong(param, `${param} must be a certificate in PEM.`)
  }
}

/** Apple writes the pass type and the team into the certificate. */
export function readCertificate(certificatePem: string, keyPem: string, wwdrPem: string) {
  const certificate = readPem('certificate', certificatePem)
  const wwdr = readPem('wwdr_certificate', wwdrPem)
  if (!certificate.checkPrivateKey(readKey(keyPem))) {
    throw wrong('private_key', 'private_key is not the key of the certificate.')
  }
  if (!certificate.checkIssued(wwdr))
    throw wrong('wwdr_certificate', 'wwdr_certificate has not issued the certificate.')
  const subject = new Map(certificate.subject.split('\n').map((line) => line.split('=', 2) as [string, string]))
  const passTypeId = subject.get('UID')
  const teamId = subject.get('OU')
  if (!passTypeId?.startsWith('pass.') || !teamId) {
    throw wrong('certificate', 'certificate must be of a pass type: UID=pass.… and OU= the team.')
  }
  return { passTypeId, teamId }
}
