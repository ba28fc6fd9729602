import type { Outbound } from '../../platform/outbound/outbound.ts'
import { PROOF_PATH, proofText, recordName } from './shop-domain.ts'

const TIMEOUT_MS = 5_000
const FILE_BYTES_MAX = 4_096

/**
 * Whether who has this token has the host: by a record at its name server, or by a file that its web server gives out. That the name
 * leads to us proves nothing: any organisation of this service could then say that it is theirs, so we give out no such file ourselves.
 */
export async function proofOf(outbound: Outbound, host: string, token: string): Promise<'dns' | 'file' | undefined> {
  const wanted = proofText(token)
  const records = await outbound.resolveTxt(recordName(host)).catch(() => [])
  if (records.some((record) => record.trim() === wanted)) return 'dns'
  const file = await readFile(outbound, host).catch(() => '')
  return file.split('\n').some((line) => line.trim() === wanted) ? 'file' : undefined
}

async function readFile(outbound: Outbound, host: string): Promise<string> {
  const { status, body } = await outbound.send(`https://${host}${PROOF_PATH}`, {
    method: 'GET',
    headers: { accept: 'text/plain' },
    timeoutMs: TIMEOUT_MS,
    bodyBytesMax: FILE_BYTES_MAX,
  })
  return status === 200 ? body.toString('utf8') : ''
}
