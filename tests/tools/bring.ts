import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const here = import.meta.dirname
const cache = join(here, '..', '..', 'node_modules', '.cache')
const FILES = ['package.json', 'package-lock.json']

/**
 * The folder of packages that one check each needs, and neither the program nor work on it: npm brings them, by their own lock
 * file, when the first of those checks asks. Complete or absent, so that two that ask at once do no harm.
 */
export async function bringTools(): Promise<string> {
  const texts = await Promise.all(FILES.map((name) => readFile(join(here, name))))
  const digest = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 16)
  const folder = join(cache, `tools-${digest}`)
  const modules = join(folder, 'node_modules')
  if (await isThere(modules)) return modules
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'tools-new-'))
  try {
    for (const name of FILES) await copyFile(join(here, name), join(unfinished, name))
    // The optional packages are programs of an operating system that do a check sooner: 60 MB that it does not need.
    const args = ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--prefix', unfinished]
    await promisify(execFile)('npm', args, { cwd: unfinished })
    await rename(unfinished, folder).catch(async (error) => {
      // Another was faster.
      if (!(await isThere(modules))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return modules
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
