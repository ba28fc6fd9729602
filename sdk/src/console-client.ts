import { type ClientOptions, createClient, type Grandstand } from './client.ts'
import * as firstPage from './generated/first-page.ts'

// biome-ignore lint/performance/noBarrelFile: an entry of the package, which names what it gives.
export { GrandstandError } from './errors.ts'

/** For the console: what its first page calls is in `api` at once, and all else as soon as `loadAll` has come back. */
export function consoleClient(options: ClientOptions): { api: Grandstand; loadAll(): Promise<void> } {
  const api = createClient(firstPage, options)
  const loadAll = async () => {
    Object.assign(api, createClient(await import('./generated/table.ts'), options))
  }
  return { api, loadAll }
}
