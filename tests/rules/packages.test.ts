import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSource } from './source-files.ts'

type Entry = {
  version?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = Record<string, Entry>

const LOCKS = ['package-lock.json', 'tests/tools/package-lock.json', 'tests/generators/package-lock.json']
const locks = new Map<string, Lock>(
  await Promise.all(LOCKS.map(async (path) => [path, JSON.parse(await readSource(path)).packages as Lock] as const)),
)
const lock = locks.get('package-lock.json') as Lock

/** Packages that an operator gets, those for other systems among them. It may shrink; a new one has to be worth it: nine of them send traces. */
const PRODUCTION_MOST = 231

/** Where Node finds a package from the folder of another. */
function placeOf(packages: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

/** What `npm ci` leaves out or guesses at, where a lock was made on one system or by another registry. */
const lockFindings = (packages: Lock): string[] =>
  Object.entries(packages).flatMap(([place, entry]) => {
    if (entry.link) return []
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies }
    const missing = Object.keys(wanted).filter((name) => placeOf(packages, place, name) === undefined)
    return [
      ...missing.map((name) => `${place} needs ${name}, which is not in the lock`),
      ...(entry.resolved === undefined ? [] : [`${place} names a host`]),
      ...(place.includes('node_modules/') && entry.integrity === undefined ? [`${place} has no digest`] : []),
    ]
  })

/** A range would be another version tomorrow. */
const inexact = (packages: Lock): string[] =>
  Object.entries(packages)
    .filter(([place]) => !place.includes('node_modules/'))
    .flatMap(([, entry]) =>
      Object.entries({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }),
    )
    .filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version}`)

test('every lock is whole for every system, names no host, and its packages are of one version', () => {
  for (const [path, packages] of locks)
    assert.deepEqual([path, lockFindings(packages), inexact(packages)], [path, [], []])
})

test('who runs the program gets no more packages than before, and none that only a check needs', () => {
  const places = Object.keys(lock).filter((place) => place.includes('node_modules/') && !lock[place]?.link)
  const inProduction = places.filter((place) => !lock[place]?.dev)
  assert.ok(inProduction.length <= PRODUCTION_MOST, `${inProduction.length} packages`)
  const own = locks.get('tests/tools/package-lock.json')?.['']?.dependencies ?? {}
  const tools = Object.keys(own).map((name) => `node_modules/${name}`)
  assert.ok(tools.length > 0)
  assert.deepEqual(
    tools.filter((place) => lock[place]),
    [],
  )
})

test('is caught: a package of another system that is left out, a host, a range', () => {
  const packages: Lock = {
    '': { dependencies: { tool: '^1.0.0' } },
    'node_modules/tool': {
      resolved: 'https://registry.example/tool.tgz',
      optionalDependencies: { 'tool-arm64': '1.0.0' },
    },
  }
  assert.deepEqual(lockFindings(packages), [
    'node_modules/tool needs tool-arm64, which is not in the lock',
    'node_modules/tool names a host',
    'node_modules/tool has no digest',
  ])
  assert.deepEqual(inexact(packages), ['tool ^1.0.0'])
})
