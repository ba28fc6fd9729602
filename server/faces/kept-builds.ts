import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Metafile } from 'esbuild'
import esbuild from 'esbuild/package.json' with { type: 'json' }
import type { Face } from './face.ts'

/** Of what esbuild answers, all that a face is served from. */
export type FaceBuild = {
  outputFiles: { path: string; contents: Uint8Array }[]
  metafile: Pick<Metafile, 'outputs'>
}

/** A build in a file of `DATA_DIR/cache`. It holds for as long as the same recipe would be given the same inputs. */
type KeptBuild = FaceBuild & { recipe: string; digests: Map<string, string> }

const root = join(import.meta.dirname, '..', '..')

/** What decides beside the sources: the builder, the versions of every package, and how TypeScript is to be read. */
const DECIDING = ['package-lock.json', 'tsconfig.json', 'faces/tsconfig.json']

const digestOf = (...parts: (string | Uint8Array)[]) => {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(part)
  return digest.digest('hex')
}

const fileDigest = async (path: string) => digestOf(await readFile(join(root, path)))

const recipeOf = async (options: object) =>
  digestOf(esbuild.version, JSON.stringify(options), ...(await Promise.all(DECIDING.map(fileDigest))))

const fileOf = (folder: string, face: Face) => join(folder, `${face.name}.build`)

const DIGEST_LENGTH = digestOf('').length

/** The build of an earlier start; undefined where there is none, or it is damaged, or something has changed since. */
export async function readKeptBuild(folder: string, face: Face, options: object): Promise<FaceBuild | undefined> {
  try {
    const bytes = await readFile(fileOf(folder, face))
    const content = bytes.subarray(DIGEST_LENGTH)
    if (bytes.toString('latin1', 0, DIGEST_LENGTH) !== digestOf(content)) return undefined
    const storedBuild = deserialize(content) as KeptBuild
    if (storedBuild.recipe !== (await recipeOf(options))) return undefined
    const isSame = async ([path, digest]: [string, string]) => (await fileDigest(path)) === digest
    return (await Promise.all([...storedBuild.digests].map(isSame))).every(Boolean) ? storedBuild : undefined
  } catch {
    return undefined
  }
}

/**
 * Keeps a build for the next start. Not one whose sources have changed since it began: it could not be told which of them went into it.
 * A disk that takes no more only costs the next start its time.
 */
export async function keepBuild(
  folder: string,
  face: Face,
  options: object,
  { build, begunAt }: { build: FaceBuild & { metafile: Metafile }; begunAt: number },
): Promise<void> {
  const file = fileOf(folder, face)
  const unfinished = `${file}.new-${process.pid}`
  try {
    // What a package leaves out for browsers has a name, and no file.
    const inputs = Object.keys(build.metafile.inputs).filter((path) => !path.startsWith('(disabled):'))
    const changes = await Promise.all(inputs.map(async (path) => (await stat(join(root, path))).mtimeMs))
    if (changes.some((changedAt) => changedAt >= begunAt)) return
    const digests = new Map(await Promise.all(inputs.map(async (path) => [path, await fileDigest(path)] as const)))
    const outputFiles = build.outputFiles.map(({ path, contents }) => ({ path, contents }))
    const metafile = { outputs: build.metafile.outputs }
    const content = serialize({ recipe: await recipeOf(options), digests, outputFiles, metafile } satisfies KeptBuild)
    await mkdir(folder, { mode: 0o700 }).catch(() => {})
    await writeFile(unfinished, [digestOf(content), content], { mode: 0o600 })
    await rename(unfinished, file)
  } catch {
    await rm(unfinished, { force: true }).catch(() => {})
  }
}
