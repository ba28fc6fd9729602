import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { absent, EmbeddedPostgresError, errorCode, fileProblem, serverProblem } from './error.ts'
import { sweepUnfinished, unfinishedName } from './folders.ts'
import type { ClusterLocation } from './location.ts'
import { runCommand } from './server-user.ts'

type Options = {
  location: ClusterLocation
  binaries: Binaries
  password: () => Promise<string>
  durable: boolean
  onWaiting: () => void
}

/** Makes the cluster when there is none, and refuses one that these programs cannot read. */
export async function ensureCluster({ location, binaries, password, durable, onWaiting }: Options): Promise<void> {
  const { base, cluster } = location
  try {
    const existing = await readMajor(cluster)
    if (existing === undefined) {
      await sweepUnfinished(base, basename(cluster))
      await createCluster({ location, binaries, password: await password(), durable, onWaiting })
      return
    }
    if (existing !== binaries.major) {
      throw new EmbeddedPostgresError(
        `${cluster} was written by PostgreSQL ${existing}, this Grandstand brings ${binaries.major}: start the version that wrote it, dump, and restore here`,
      )
    }
  } catch (error) {
    throw fileProblem(error, cluster)
  }
}

async function readMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(absent)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/**
 * Into a folder of its own, then one rename: a process killed on the way leaves nothing that looks like a cluster, and of
 * two that start together one wins. initdb itself flushes what it wrote before the rename (0.05 s of 0.8): no later
 * checkpoint would, because a checkpoint flushes only what the running server has written.
 */
async function createCluster(options: Omit<Options, 'password'> & { password: string }): Promise<void> {
  const { location, binaries, password, durable, onWaiting } = options
  const { base, cluster, user } = location
  const unfinished = join(base, unfinishedName(basename(cluster)))
  const passwordFile = join(unfinished, 'password')
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (user) {
      await chown(passwordFile, user.uid, user.gid)
      await chown(unfinished, user.uid, user.gid)
    }
    const newCluster = join(unfinished, 'cluster')
    const args = [
      ['--pgdata', newCluster, '--username', 'grandstand', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ['--no-instructions', ...(durable ? [] : ['--no-sync'])],
    ].flat()
    const making = runCommand(binaries.initdb, args, user)
    onWaiting()
    const { code, output, problem } = await making
    if (problem) throw problem
    if (code !== 0) throw serverProblem({ output, cluster })
    await rename(newCluster, cluster).catch((error) => {
      const lostTheRace = ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')
      if (!lostTheRace) throw error
    })
    if (durable) await flushFolder(base)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  if ((await readMajor(cluster)) === undefined) {
    throw new EmbeddedPostgresError(`${cluster} is in the way: it is neither empty nor a PostgreSQL database`)
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
