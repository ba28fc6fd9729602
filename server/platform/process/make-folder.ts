import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Node's own `recursive` tries for ever where a file system says that a folder which is
 * there does not exist, as /proc does, and hides why a disk refuses.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const problem = await refusalOf(path, mode)
  if (problem?.code !== 'ENOENT' || dirname(path) === path) {
    if (problem) throw problem
    return
  }
  await makeFolder(dirname(path), mode)
  const secondProblem = await refusalOf(path, mode)
  if (secondProblem) throw secondProblem
}

/** Undefined when the folder is there, made by us or by another process. */
async function refusalOf(path: string, mode: number | undefined): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(path, mode)
  } catch (error) {
    const isThere = (await stat(path).catch(() => undefined))?.isDirectory()
    return isThere ? undefined : (error as NodeJS.ErrnoException)
  }
}
