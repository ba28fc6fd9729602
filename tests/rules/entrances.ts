import { presentFaces } from '../../server/faces/build-faces.ts'
import { openHouse } from '../harness/house.ts'
import { readSources } from './source-files.ts'

/*
 * The entrances of the program, as its code has them: what a stranger can call, follow, hand in, or answer. A new one is a line in the section
 * Entrances of SECURITY.md, with who may use it, its limit and its test.
 */

type Source = { path: string; text: string }

/** Addresses that need no key and no session. */
export async function openAddresses(): Promise<string[]> {
  const settings = { shopKey: undefined, stripe: false }
  const house = await openHouse({ faces: { faces: await presentFaces(), built: async () => [], settings } })
  const routes = house.app.openRoutes.filter(({ method }) => method !== 'HEAD')
  return [...new Set(routes.map(({ method, url }) => `${method} ${url}`))].sort()
}

/** Files that make an address which people are sent, print or scan. */
export const linkMakers = (sources: Source[]): string[] =>
  pathsOf(sources, /\b(?:shopUrl|originOf|consoleLink)\(|\$\{publicUrl\}\//)

/** What is read of a file or an answer that a stranger wrote, in a thread of its own. */
export const fileParsers = (sources: Source[]): string[] =>
  sources
    .flatMap(({ text }) => [...text.matchAll(/\bparser<[^>]*>\(\{\s*name: '([^']+)'/g)].map(([, name = '']) => name))
    .sort()

/** Files that call another server. */
export const outboundCallers = (sources: Source[]): string[] =>
  pathsOf(sources, /\boutbound\.(?:send|fetch)\(|\bcreateTransport\(|\bresolveTxt\(|\bnew Stripe\(|[^.\w]fetch\(/)

const pathsOf = (sources: Source[], pattern: RegExp): string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort()

export const productSources = async (): Promise<Source[]> =>
  (await readSources(['server'], ['.ts'])).filter(
    ({ path }) => !/\.test\.ts$|test-kit|fixture|operator\/(?:cli|demo)\//.test(path),
  )
