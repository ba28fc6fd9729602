import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { BuildOptions } from 'esbuild'
import { lazily } from '../platform/process/lazily.ts'
import { type Face, faces } from './face.ts'
import { type FaceBuild, keepBuild, readKeptBuild } from './kept-builds.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * A file as it is sent: whichever of its forms the browser takes. It is compressed for the first who asks: at the start it would be most
 * of the build's work, for forms that are hardly ever asked for.
 */
export type Asset = {
  type: string
  plain: Buffer
  etag: string
  gzip?: () => Promise<Buffer>
  brotli?: () => Promise<Buffer>
}

/** A face as it is served, from memory. */
export type BuiltFace = {
  face: Face
  /** By the name below `<base>assets/`, which has a hash of the content in it. */
  assets: Map<string, Asset>
  worker?: Asset
  /** Names among the assets of what runs beside the page, by the name that the page has for it. */
  workers: Record<string, string>
  /** The files by their path below `base`. */
  files: Map<string, Asset>
  /** Names among the assets, in the order in which the page needs them. */
  script: string
  /** Scripts of the parts that come later, each with all that it needs, by the source of the part. */
  parts: Map<string, string[]>
  styles: string[]
  fonts: string[]
}

/** The build failed; the message has the file and the line of each mistake. */
export class FaceBuildError extends Error {}

/** All faces whose folder is there, in memory: as they were kept in the folder, or else built and kept there. */
export async function buildFaces(folder?: string): Promise<BuiltFace[]> {
  const present = await presentFaces()
  const storedBuilds = await Promise.all(present.map((face) => folder && readKeptBuild(folder, face, optionsOf(face))))
  const missing = present.filter((_, at) => !storedBuilds[at])
  const built = missing.length > 0 ? await buildAnew(missing, folder) : new Map<Face, FaceBuild>()
  return Promise.all(present.map((face, at) => collect(face, storedBuilds[at] || (built.get(face) as FaceBuild))))
}

/** At once. esbuild's own process ends with it. */
async function buildAnew(faces: Face[], folder: string | undefined): Promise<Map<Face, FaceBuild>> {
  const { build, stop } = await import('esbuild')
  const begunAt = Date.now()
  try {
    const builds = await Promise.all(faces.map(async (face) => [face, await build(optionsOf(face))] as const))
    for (const [face, newBuild] of folder === undefined ? [] : builds)
      await keepBuild(folder ?? '', face, optionsOf(face), { build: newBuild, begunAt })
    return new Map(builds)
  } catch (error) {
    throw asBuildError(error)
  } finally {
    await stop()
  }
}

/** A folder without a page of its own, such as the kit, is no face. */
export async function presentFaces(): Promise<Face[]> {
  const folders = await readdir(join(root, 'faces'))
  return faces.filter(({ name }) => folders.includes(name))
}

export function optionsOf(face: Face): BuildOptions & { metafile: true; write: false } {
  return {
    absWorkingDir: root,
    entryPoints: [
      { in: `faces/${face.name}/main.tsx`, out: 'main' },
      ...(face.worker === undefined ? [] : [{ in: `faces/${face.name}/${face.worker}`, out: 'worker' }]),
      ...Object.entries(face.workers ?? {}).map(([name, file]) => ({ in: `faces/${face.name}/${file}`, out: name })),
    ],
    // The SDK from its sources: its package is only made when it is published.
    alias: {
      '@grandstand/sdk': join(root, 'sdk/src/browser.ts'),
      '@grandstand/sdk/console': join(root, 'sdk/src/console-client.ts'),
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'chrome109', 'safari16.4', 'firefox115'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    loader: { '.woff2': 'file', '.svg': 'file', '.png': 'file', '.wasm': 'file' },
    outdir: '/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: `${face.base}assets`,
    metafile: true,
    write: false,
    logLevel: 'silent',
  }
}

export async function collect(face: Face, { outputFiles, metafile }: FaceBuild): Promise<BuiltFace> {
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), assetOf(path, contents)]))
  const outputs = Object.entries(metafile.outputs)
  const outputOf = (entry: string) => outputs.find(([, { entryPoint }]) => entryPoint === entry)
  const [script = '', main] = outputOf(`faces/${face.name}/main.tsx`) ?? []
  const builtFrom = (file: string) => basename(outputOf(`faces/${face.name}/${file}`)?.[0] ?? '')
  const worker = face.worker === undefined ? undefined : builtFrom(face.worker)
  return {
    face,
    assets: files,
    ...(worker === undefined ? {} : { worker: files.get(worker) as Asset }),
    workers: Object.fromEntries(Object.entries(face.workers ?? {}).map(([name, file]) => [name, builtFrom(file)])),
    files: await readAsTheyAre(face),
    script: basename(script),
    parts: new Map(
      outputs.flatMap(([path, { entryPoint }]) =>
        entryPoint?.startsWith(`faces/${face.name}/`) && path !== script
          ? [[entryPoint, importsOf(path, metafile)]]
          : [],
      ),
    ),
    styles: main?.cssBundle === undefined ? [] : [basename(main.cssBundle)],
    // Other alphabets than the Latin one are loaded where a page needs them.
    fonts: [...files.keys()].filter((name) => /-latin-(?!ext).*\.woff2$/.test(name)),
  }
}

/** A script, and those that it imports at once. */
function importsOf(path: string, metafile: FaceBuild['metafile'], names = new Set<string>()): string[] {
  if (names.has(basename(path))) return [...names]
  names.add(basename(path))
  for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
    if (kind === 'import-statement') importsOf(next, metafile, names)
  return [...names]
}

async function readAsTheyAre({ name, files = [] }: Face): Promise<Map<string, Asset>> {
  const read = async (file: string) => [file, assetOf(file, await readFile(join(root, 'faces', name, file)))] as const
  return new Map(await Promise.all(files.map(read)))
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
}

const COMPRESSED = /\.(js|css|svg|wasm)$/
/** Above it each step costs twice the time for a hundredth of the size. */
const BROTLI_QUALITY = 9

function assetOf(path: string, contents: Uint8Array): Asset {
  const plain = Buffer.from(contents)
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  if (!COMPRESSED.test(path)) return { type, plain, etag }
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return {
    type,
    plain,
    etag,
    gzip: lazily(() => promisify(gzip)(plain, { level: 9 })),
    brotli: lazily(() => promisify(brotliCompress)(plain, { params })),
  }
}

type Mistakes = { errors?: { text: string; location: { file: string; line: number; column: number } | null }[] }

export function asBuildError(error: unknown): FaceBuildError {
  const { errors = [] } = error as Mistakes
  if (errors.length === 0) return new FaceBuildError(`the faces cannot be built: ${(error as Error).message}`)
  const lines = errors.map(({ text, location }) =>
    location ? `${location.file}:${location.line}:${location.column}: ${text}` : text,
  )
  return new FaceBuildError(`the faces cannot be built: ${lines.join('; ')}`)
}
