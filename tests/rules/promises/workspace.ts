import { join, relative } from 'node:path'
import { API, type Project } from 'typescript/unstable/sync'
import { findLostPromises, type LostPromise } from './lost-promises.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const config = join(import.meta.dirname, 'tsconfig.json')

/** So many are left from before in these folders, and the numbers may only fall. */
export const LEFT: Record<string, number> = { 'faces/scan/': 19 }

type FileSystem = { readFile(path: string): string | undefined; fileExists(path: string): true | undefined }

/** Asks the compiler about the project of a tsconfig; planted files stand in for those on the disk. */
export function withProject<T>(configFile: string, ask: (project: Project) => T, planted?: Map<string, string>): T {
  const fs: FileSystem | undefined = planted && {
    readFile: (path) => planted.get(path),
    fileExists: (path) => (planted.has(path) ? true : undefined),
  }
  const api = new API({ cwd: root, ...(fs && { fs }) })
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile)
    if (!project) throw new Error(`the compiler did not open ${configFile}`)
    return ask(project)
  } finally {
    api.close()
  }
}

/** Over server, sdk, faces, tests and bench. */
export function checkWorkspace(): { files: number; findings: string[] } {
  return withProject(config, (project) => {
    const lost = findLostPromises(project, project.rootFiles)
    return { files: project.rootFiles.length, findings: findingsOf(lost) }
  })
}

export function findingsOf(lost: LostPromise[]): string[] {
  const relativeTo = lost.map((each) => ({ ...each, path: relative(root, each.path) }))
  const folderOf = (path: string) => Object.keys(LEFT).find((folder) => path.startsWith(folder))
  const left = Map.groupBy(relativeTo, ({ path }) => folderOf(path))
  const counts = Object.entries(LEFT).flatMap(([folder, most]) => {
    const { length } = left.get(folder) ?? []
    return length > most ? `${folder} has ${length} lost promises, where ${most} are left from before` : []
  })
  return [
    ...(left.get(undefined) ?? []).map(({ path, line, why, code }) => `${path}:${line} ${why}: ${code}`),
    ...counts,
  ]
}
