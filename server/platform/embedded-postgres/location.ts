import { chmod, chown, link, mkdtemp, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../process/make-folder.ts'
import { base62 } from '../values/random.ts'
import { sharedHome } from './binaries.ts'
import { absent, EmbeddedPostgresError, errorCode, fileProblem } from './error.ts'
import { openFolder } from './folders.ts'
import { canEnter, type ServerUser, serverUser } from './server-user.ts'

/** The cluster is `<base>/postgres`; base is the data folder, or elsewhere when the server's user cannot enter that. */
export type ClusterLocation = { dataDir: string; base: string; cluster: string; user: ServerUser }

const pointerFile = (dataDir: string) => join(dataDir, 'postgres-location')

export async function findLocation(options: {
  dataDir: string
  say: (line: string) => void
  elsewhere?: string
}): Promise<ClusterLocation> {
  const folder = resolve(options.dataDir)
  try {
    await makeFolder(folder)
    return await locate(await realpath(folder), options.elsewhere ?? sharedHome, options.say)
  } catch (error) {
    throw fileProblem(error, folder)
  }
}

async function locate(dataDir: string, elsewhere: string, say: (line: string) => void): Promise<ClusterLocation> {
  const pointer = await readPointer(dataDir)
  const base = pointer ?? dataDir
  const cluster = join(base, 'postgres')
  const owner = await stat(cluster).catch(absent)
  const user = await serverUser(owner)
  if (owner) {
    await checkOwner(cluster, owner.uid, user)
    return { dataDir, base, cluster, user }
  }
  if (pointer !== undefined || !user || (await suits(dataDir, user))) return { dataDir, base, cluster, user }
  const other = await makeBase(dataDir, elsewhere)
  say(`the database lives in ${other}, because ${user.name}, which runs PostgreSQL for root, cannot use ${dataDir}`)
  return { dataDir, base: other, cluster: join(other, 'postgres'), user }
}

/** Whether a database was made for this folder; nothing is made by asking. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const folder = resolve(dataDir)
  try {
    return (await stat(join((await readPointer(folder)) ?? folder, 'postgres')).catch(absent)) !== undefined
  } catch (error) {
    throw fileProblem(error, folder)
  }
}

/** A cluster that has gone is never replaced by an empty one in silence. */
export async function readPointer(dataDir: string): Promise<string | undefined> {
  const file = pointerFile(dataDir)
  const base = (await readFile(file, 'utf8').catch(absent))?.trim()
  if (base === undefined || (await stat(base).catch(absent))) return base
  throw new EmbeddedPostgresError(
    `the database of ${dataDir} was in ${base}, which is gone: bring it back, or remove ${file} to begin anew`,
  )
}

async function checkOwner(cluster: string, owner: number, user: ServerUser): Promise<void> {
  const uid = user ? user.uid : process.getuid?.()
  if (owner !== uid) {
    const whom = user?.name ?? 'the user who starts Grandstand'
    throw new EmbeddedPostgresError(`${cluster} belongs to user id ${owner}: give it to ${whom} with chown -R`)
  }
  if (!(await canEnter(cluster, user))) {
    throw new EmbeddedPostgresError(
      `${cluster} lies below a folder that ${user?.name} may not enter: move DATA_DIR, or open that folder with chmod o+x`,
    )
  }
}

/** Some mounts ignore or refuse a change of owner, so a try decides. */
async function suits(dataDir: string, user: NonNullable<ServerUser>): Promise<boolean> {
  if (!(await canEnter(dirname(dataDir), user))) return false
  await letPass(dataDir, user)
  if (!(await canEnter(dataDir, user))) return false
  const trial = await mkdtemp(join(dataDir, '.owner-'))
  try {
    await chown(trial, user.uid, user.gid)
    return (await stat(trial)).uid === user.uid
  } catch (error) {
    if (errorCode(error) === 'EPERM' || errorCode(error) === 'EINVAL') return false
    throw error
  } finally {
    await rmdir(trial)
  }
}

/** A data folder that is root's alone (a strict umask, a temporary folder) opens for one group: to pass, not to look. */
async function letPass(dataDir: string, user: NonNullable<ServerUser>): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== 0 || (mode & 0o077) !== 0) return
  await chown(dataDir, uid, user.gid)
  await chmod(dataDir, (mode & 0o700) | 0o010)
}

/** The random id ties this location to this very folder: a data folder that is deleted and made again starts empty. */
async function makeBase(dataDir: string, elsewhere: string): Promise<string> {
  const base = join(elsewhere, `data-${base62(16)}`)
  try {
    await openFolder(elsewhere)
    await openFolder(base)
    await writeFile(join(base, 'belongs-to'), `${dataDir}\n`, { mode: 0o600 })
  } catch (error) {
    throw fileProblem(error, base)
  }
  if (await writeOnce(pointerFile(dataDir), `${base}\n`)) return base
  await rm(base, { recursive: true, force: true })
  return (await readPointer(dataDir)) ?? makeBase(dataDir, elsewhere)
}

/** True for the one who wrote it. The file appears with its whole content or not at all. */
async function writeOnce(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${process.pid}-${base62(6)}`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')

/** The password for a cluster about to be made. Two first starts at the same moment agree on one. */
export async function makePassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir)
  try {
    if ((await stat(file).catch(absent)) === undefined) await writeOnce(file, `${base62(40)}\n`)
  } catch (error) {
    throw fileProblem(error, file)
  }
  return readPassword(dataDir)
}

export async function readPassword(dataDir: string): Promise<string> {
  const file = passwordFile(dataDir)
  const text = await readFile(file, 'utf8').catch((error) => {
    throw errorCode(error) === 'ENOENT'
      ? new EmbeddedPostgresError(`${file} is missing, and without it the database does not open: bring it back`)
      : fileProblem(error, file)
  })
  return text.trim()
}
