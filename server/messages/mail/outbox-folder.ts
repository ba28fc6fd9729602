import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../platform/process/make-folder.ts'
import type { Deliver } from './deliver.ts'

/** Without an SMTP server mails become files, to be looked at while developing. Each appears whole or not at all. */
export const folderDelivery =
  (folder: string, written: (file: string) => void): Deliver =>
  async (mail, handOver) => {
    const file = join(folder, `${mail.messageId.replaceAll(/[^A-Za-z0-9_.-]/g, '_').replaceAll(/^_|_$/g, '')}.eml`)
    await handOver()
    await makeFolder(folder, 0o700)
    await writeFile(`${file}.part`, mail.bytes, { mode: 0o600 })
    await rename(`${file}.part`, file)
    written(file)
    return { result: 'sent' }
  }
