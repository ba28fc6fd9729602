import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, SECRET_CHARACTERS_MIN } from './config.ts'
import { StartError } from './connect.ts'

/** The installation's secret: given by GRANDSTAND_SECRET, or made once and kept beside the embedded database. */
export async function readSecret(config: Config): Promise<string> {
  if (config.GRANDSTAND_SECRET !== undefined) return config.GRANDSTAND_SECRET
  const kept = await keepOnce(join(config.DATA_DIR, 'secret'), () => randomBytes(32).toString('base64url'))
  // A crash or a full disk while it was written leaves a file that anybody could guess.
  if (kept.length < SECRET_CHARACTERS_MIN)
    throw new StartError('the secret in DATA_DIR is cut short; put the whole one back, or delete it if it is new')
  return kept
}

/** What was sealed before the secret changed opens as long as the old one is known. */
export const earlierSecrets = ({ GRANDSTAND_PREVIOUS_SECRET: previous }: Config): string[] =>
  previous === undefined ? [] : [previous]

/** Two processes that start together agree on one value: `wx` lets only the first one write. */
async function keepOnce(file: string, make: () => string): Promise<string> {
  await writeFile(file, make(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
