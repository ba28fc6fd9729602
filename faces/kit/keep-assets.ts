/**
 * For a service worker: keeps files of a face with whatever they load in turn, chunks of a script, fonts of a style sheet, wasm. All of
 * them or an error; answers the paths that are kept. A file is named by what is in it, so one that is kept already is not fetched again.
 */
export async function keepAssets(folder: string, document: string, cache: Cache): Promise<Set<string>> {
  const kept = new Set<string>()
  const named = [...document.matchAll(/[\w/]+\/assets\/([\w.-]+)/g)].map(([, name]) => folder + name)
  for (const queue = [...new Set(named)]; queue.length > 0; ) {
    const path = queue.pop()
    if (path === undefined || kept.has(path)) continue
    kept.add(path)
    const known = await cache.match(path)
    const asset = known ?? (await fetch(path))
    if (!asset.ok) throw new Error(`${path} answers ${asset.status}`)
    if (!known) await cache.put(path, asset.clone())
    if (!/\.(js|css)$/.test(path)) continue
    const text = await asset.clone().text()
    for (const [, name] of text.matchAll(/["'(](?:\.\/|[\w/]+\/assets\/)([\w-]+-[A-Z0-9]{8}\.\w+)/g))
      queue.push(folder + name)
  }
  return kept
}
